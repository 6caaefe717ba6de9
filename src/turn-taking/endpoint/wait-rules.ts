/**
 * How long to wait for a caller who has fallen silent. Each rule examines the evidence and sets a minimum or a maximum.
 * `waitAfter` combines them: the longest minimum, but no longer than the shortest maximum.
 *
 * Without a silence, an utterance ends after `maxSpeechSeconds` (endpointing.ts), or when no words were added for long
 * enough (stable-transcript.ts). On a line that is never quiet, endpointing adds `noisyMs`.
 */

import type { Completeness } from "./completeness.js";
import { createPace, type Pace } from "./pace.js";

/**
 * How callers are waited for: by their words and pauses, or for the same silence; in both cases a reply is prepared
 * meanwhile. `sequential` waits for the same silence, and begins the reply then.
 */
export type TurnTaking = "adaptive" | "fixed" | "sequential";

/** What is known about a silence. */
export interface Evidence {
  /** Silence that ends an utterance if nothing else is known, in ms. */
  readonly silenceMs: number;
  /** Completeness of the words; undefined while they are not known. */
  readonly words?: Completeness | undefined;
  readonly pace: Pick<Pace, "longestPauseMs" | "isBrisk">;
  /** Silence after which no words were added for long enough, in ms; undefined if that is not known. */
  readonly stableAfterMs?: number | undefined;
}

export interface Wait {
  readonly ms: number;
  /** The rule that decided. */
  readonly why: "silence" | "words" | "pace" | "stable transcript" | "fixed";
}

type Rule = (evidence: Evidence) => Wait | undefined;

/**
 * Wait by words, as a share of the silence: for words that may continue, longer than people pause to find a word (1 s
 * at 700 ms).
 */
const SHARES: Readonly<Record<Completeness, number>> = { finished: 0.77, closed: 1.3, open: 1.65, unfinished: 1.85 };
/** Factor on that wait for a brisk caller. */
const BRISK = 0.85;
/** Wait beyond the caller's longest pause, in ms, up to the second value, a share of the silence. */
const MARGIN_MS = 150;
const SLOWEST = 1.5;
/**
 * Maximum wait if only the words show the end, as a share of the silence, whatever the pauses were: there, an
 * intermittent noise looks like a pause.
 */
const STABLE = 1.05;

/** By the words: a complete question ends sooner than "I would like to". By silence alone while they are not known. */
const byWords: Rule = (evidence) => ({
  ms: byShare(evidence, shareOf(evidence)),
  why: evidence.words === undefined ? "silence" : "words",
});

/** By the caller's pace: longer than their pauses so far. */
const byPace: Rule = (evidence) => ({ ms: beyondPauses(evidence, shareOf(evidence)), why: "pace" });

/** By the transcript: it has stopped growing although the sound continues. */
const byStableTranscript: Rule = ({ stableAfterMs }) =>
  stableAfterMs === undefined ? undefined : { ms: stableAfterMs, why: "stable transcript" };

const AT_LEAST: readonly Rule[] = [byWords, byPace];
const AT_MOST: readonly Rule[] = [byStableTranscript];

/** Returns how long to wait for a caller, and the rule that decided. */
export function waitAfter(evidence: Evidence): Wait {
  const waits = (rules: readonly Rule[]) => rules.flatMap((rule) => rule(evidence) ?? []);
  const longest = waits(AT_LEAST).reduce((one, other) => (other.ms > one.ms ? other : one));
  return waits(AT_MOST).reduce((one, other) => (other.ms < one.ms ? other : one), longest);
}

/** Returns the time without another word after which these were all, in ms, even if the sound continues. */
export function withoutWordsAfter(words: Completeness, evidence: Pick<Evidence, "silenceMs" | "pace">): number {
  const inSilence = waitAfter({ ...evidence, words }).ms;
  if (words === "unfinished") return inSilence; // Something has to follow.
  const byOthers = Math.max(byShare(evidence, STABLE), beyondPauses(evidence, STABLE));
  return Math.min(inSilence, byOthers, Math.round(STABLE * evidence.silenceMs));
}

function shareOf({ words }: Evidence): number {
  return words === undefined ? 1 : SHARES[words];
}

function byShare({ silenceMs, pace }: Pick<Evidence, "silenceMs" | "pace">, share: number): number {
  return Math.round(share * silenceMs * (pace.isBrisk ? BRISK : 1));
}

function beyondPauses({ silenceMs, pace }: Pick<Evidence, "silenceMs" | "pace">, share: number): number {
  const { longestPauseMs } = pace;
  if (longestPauseMs === 0) return 0;
  return Math.round(Math.min(share, 1) * Math.min(longestPauseMs + MARGIN_MS, SLOWEST * silenceMs));
}

/** Decides when the utterances of one caller end. */
export interface Endpoint {
  readonly pace: Pace;
  /**
   * Returns how long to wait for the caller.
   *
   * @param words completeness of their words; undefined while they are not known
   * @param stableAfterMs silence after which no words were added for long enough; undefined if that is not known
   */
  wait(words?: Completeness, stableAfterMs?: number): Wait;
  /** Returns the time without another word after which these were all, in ms, even if the sound continues. */
  withoutWords(words: Completeness): number;
}

/**
 * @param silenceMs silence that ends an utterance if nothing else is known
 * @param isFixed whether it ends every utterance, whatever is said
 */
export function createEndpoint(silenceMs: number, isFixed = false): Endpoint {
  const pace = createPace(silenceMs);
  return {
    pace,
    wait: (words, stableAfterMs) =>
      isFixed ? { ms: silenceMs, why: "fixed" } : waitAfter({ silenceMs, pace, words, stableAfterMs }),
    withoutWords: (words) => (isFixed ? silenceMs : withoutWordsAfter(words, { silenceMs, pace })),
  };
}
