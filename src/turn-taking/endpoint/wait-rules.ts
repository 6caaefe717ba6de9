/**
 * How long a caller who has fallen silent is waited for. Each rule looks at the evidence and says for how long at least, or at
 * most; `waitAfter` combines them: the longest of the ones, but no longer than the shortest of the others.
 *
 * Without a silence an utterance ends after `maxSpeechSeconds` (endpointing.ts), or when no word was added for long enough
 * (stable-transcript.ts). On a line that is never quiet endpointing adds `noisyMs`.
 */

import type { Completeness } from "./completeness.js";
import { createPace, type Pace } from "./pace.js";

/** What is known of a silence. */
export interface Evidence {
  /** Silence that ends an utterance of which nothing else is known, in ms. */
  readonly silenceMs: number;
  /** What the words say; undefined while they are not known. */
  readonly words?: Completeness | undefined;
  readonly pace: Pick<Pace, "longestPauseMs" | "isBrisk">;
  /** Silence after which no word was added for long enough, in ms; undefined where that is not known. */
  readonly stableAfterMs?: number | undefined;
}

export interface Wait {
  readonly ms: number;
  /** The rule that decided. */
  readonly why: "words" | "pace" | "stable transcript" | "fixed";
}

type Rule = (evidence: Evidence) => Wait | undefined;

/** Wait by words, as shares of the silence: for what may go on, longer than people pause for a word (1 s at 700 ms). */
const SHARES: Readonly<Record<Completeness, number>> = { finished: 0.77, closed: 1.3, open: 1.65, unfinished: 1.85 };
/** Wait for a brisk caller, as a share of that. */
const BRISK = 0.85;
/** A caller is given so much more than their longest pause, in ms, up to a share of the silence. */
const MARGIN_MS = 150;
const SLOWEST = 1.5;
/**
 * Longest wait where only the words tell the end, as a share of the silence, whatever the pauses were: a noise that begins and
 * ends looks like a pause there.
 */
const STABLE = 1.05;

/** The words: a whole question is over sooner than "I would like to". */
const byWords: Rule = (evidence) => ({ ms: byShare(evidence, shareOf(evidence)), why: "words" });

/** The caller's own pace: longer than they have paused before. */
const byPace: Rule = (evidence) => ({ ms: beyondPauses(evidence, shareOf(evidence)), why: "pace" });

/** A transcript to which nothing is added while something sounds on. */
const byStableTranscript: Rule = ({ stableAfterMs }) =>
  stableAfterMs === undefined ? undefined : { ms: stableAfterMs, why: "stable transcript" };

const AT_LEAST: readonly Rule[] = [byWords, byPace];
const AT_MOST: readonly Rule[] = [byStableTranscript];

/** Returns how long a caller is waited for, and the rule that says so. */
export function waitAfter(evidence: Evidence): Wait {
  const waits = (rules: readonly Rule[]) => rules.flatMap((rule) => rule(evidence) ?? []);
  const longest = waits(AT_LEAST).reduce((one, other) => (other.ms > one.ms ? other : one));
  return waits(AT_MOST).reduce((one, other) => (other.ms < one.ms ? other : one), longest);
}

/** Returns the time without another word after which such words were all, in ms, whatever sounds on. */
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

/** When the utterances of one caller are over. */
export interface Endpoint {
  readonly pace: Pace;
  /**
   * Returns how long the caller is waited for.
   *
   * @param words what their words say; undefined while they are not known
   * @param stableAfterMs silence after which no word was added for long enough; undefined where that is not known
   */
  wait(words?: Completeness, stableAfterMs?: number): Wait;
  /** Returns the time without another word after which such words were all, in ms, whatever sounds on. */
  withoutWords(words: Completeness): number;
}

/**
 * @param silenceMs silence that ends an utterance of which nothing else is known
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
