/**
 * Decides who has answered a placed call from what is heard of them. Pure: a state and an event give the next state.
 *
 *            short, then quiet · words of a person          phrase or beep of a machine · it weighs more
 *     open ────────────────────────────────────────▶ human ───────────────────────────────────┐
 *      │                                             ▲                                         ▼
 *      │                                             └── words of a person, or it weighs less ─┤
 *      ├── phrase of a machine or menu · a beep · what else is known weighs enough ───▶ machine · menu
 *      └── "state your name and reason" ──▶ screener ── screened ──▶ open, for the person put through
 *
 * The call does not wait for the decision, so it may be revised. A phrase that only machines say, a beep and an answer to our
 * question tell by themselves. All else is weighed together, again after each thing heard (`weigh.ts`): also that they talk on
 * while we speak, and leave our question without a reply.
 */

import type { AnsweredBy, AnswerEvidence } from "../../records/call-record.js";
import { type Greeter, type GreetingContext, type GreetingSigns, NO_SIGNS, readGreeting } from "./read-greeting.js";
import { isImpersonal, MACHINE_LENGTH_MS, machineBy, weigh, type Weight } from "./weigh.js";

/** Who answered. A screener asks callers who they are, and may put them through to a person. */
export interface Finding {
  readonly who: Greeter;
  readonly evidence: AnswerEvidence;
}

export interface PickUp {
  /** Undefined while it is open who answered. */
  readonly finding: Finding | undefined;
  /** How firm that is. */
  readonly rank: number;
  /** Whether a person has asked who is calling and was not told yet. */
  readonly isAskedWho: boolean;
  /** Whether the words do not tell, and the language model should be asked; once per pick-up. */
  readonly isModelWanted: boolean;
  readonly isModelAsked: boolean;
  /** Whom the model has named, `null` if it did not know; undefined before it has answered. */
  readonly modelSays: Greeter | null | undefined;
  /** Whether they have said what people say who pick up. */
  readonly hasGreeted: boolean;
  readonly signs: GreetingSigns;
  /** The words of the utterances that have ended, one in each line, and of the one in progress. */
  readonly said: string;
  readonly saying: string;
  /** Length of the utterances that have ended, and of the one in progress, in ms. */
  readonly spokenMs: number;
  readonly speakingMs: number;
  /** How long they have spoken while we did and had for some time, in ms: people fall silent. */
  readonly overMs: number;
  /** How often the question was not answered. */
  readonly unanswered: number;
  /** Whether they have said something short once we had fallen silent. */
  readonly hasReplied: boolean;
  /** Whether a tone was heard before any voice: a beep, unless a voice follows. */
  readonly hasLeadingTone: boolean;
}

export type PickUpEvent =
  /** Speech goes on; its length so far. */
  | { readonly kind: "speaking"; readonly ms: number }
  /** The words of the utterance in progress so far, or of one that has ended. */
  | { readonly kind: "words"; readonly text: string; readonly isComplete: boolean }
  | { readonly kind: "ended"; readonly ms: number }
  /** Silence; for how long by now, in ms. */
  | { readonly kind: "quiet"; readonly ms: number }
  /** A tone has ended; of a fax, unless it may be the beep of a mailbox. */
  | { readonly kind: "tone"; readonly ms: number; readonly isFax?: boolean }
  | { readonly kind: "model"; readonly who: Greeter | undefined }
  /** The question of the call was answered. */
  | { readonly kind: "chose" }
  /** A person who asked was told who is calling. */
  | { readonly kind: "introduced" }
  /** They speak while we do, for so long more; since when we have been speaking, in ms. */
  | { readonly kind: "over"; readonly ms: number; readonly sinceMs: number }
  /** They have spoken once we had, and were silent again, or since the question began; understood or not. */
  | { readonly kind: "replied"; readonly ms: number }
  /** The question was asked, and what followed was no answer. */
  | { readonly kind: "unanswered" }
  /** A screener was told: the next voice may be a person's. */
  | { readonly kind: "screened" };

export const NOTHING_HEARD: PickUp = {
  finding: undefined,
  rank: 0,
  isAskedWho: false,
  isModelWanted: false,
  isModelAsked: false,
  modelSays: undefined,
  hasGreeted: false,
  signs: NO_SIGNS,
  said: "",
  saying: "",
  spokenMs: 0,
  speakingMs: 0,
  overMs: 0,
  unanswered: 0,
  hasReplied: false,
  hasLeadingTone: false,
};

/** People say less than this when they pick up, and then wait (ms). */
const SHORT_MS = 3_000;
/** Someone who has said more waits for an answer if they have been quiet for so long; a machine goes on or beeps (ms). */
const WAITS_MS = 2_200;
/** A person who picks up with a few words falls silent when we have spoken for so long (ms). */
const YIELDS_MS = 2_500;
/** Longest reply; more may be an announcement that goes on (ms). */
const MAX_REPLY_MS = 3_000;
/** The length after which the model is asked, in ms. */
const UNCLEAR_MS = 3_000;
/** A tone before any voice is a beep if no voice follows in this time; longer tones are a telephone that rings (ms). */
const LEADING_MS = 1_500;
const MAX_LEADING_TONE_MS = 900;
/** Words of a sentence that is worth asking the model about. */
const MIN_SENTENCE = 5;
/** Characters kept of what was said. */
const MAX_CHARACTERS = 600;

/** How firm a finding is. What is weighed may change; of what tells by itself, the firmer replaces the other. */
const RANK = { weighed: 0, phrase: 1, beep: 2, choice: 3 } as const;

export function heard(state: PickUp, event: PickUpEvent, context: GreetingContext): PickUp {
  switch (event.kind) {
    case "speaking":
      return longSpeech({ ...state, speakingMs: event.ms, hasLeadingTone: false });
    case "words":
      return readWords(state, event, context);
    case "ended": {
      const spokenMs = state.spokenMs + event.ms;
      return longSpeech({ ...state, spokenMs, speakingMs: 0, hasLeadingTone: false });
    }
    case "quiet":
      return afterSilence(state, event.ms);
    case "tone":
      return afterTone(state, event);
    case "model":
      return weighed({ ...state, isModelWanted: false, modelSays: event.who ?? null });
    case "over":
      return spokenOver(state, event);
    case "replied":
      return replied(state, event.ms);
    case "unanswered":
      return weighed({ ...state, unanswered: state.unanswered + 1 });
    case "chose":
      return chosen(state);
    case "introduced":
      return { ...state, isAskedWho: false };
    case "screened":
      return NOTHING_HEARD;
  }
}

function afterTone(state: PickUp, { ms, isFax }: PickUpEvent & { kind: "tone" }): PickUp {
  const isBeep = isFax || state.spokenMs + state.speakingMs > 0;
  if (isBeep) return told(state, { who: "machine", evidence: "beep" }, "beep");
  return { ...state, hasLeadingTone: state.hasLeadingTone || ms <= MAX_LEADING_TONE_MS };
}

function spokenOver(state: PickUp, { ms, sinceMs }: PickUpEvent & { kind: "over" }): PickUp {
  return sinceMs < YIELDS_MS ? state : weighed({ ...state, overMs: state.overMs + ms });
}

function replied(state: PickUp, ms: number): PickUp {
  return ms <= MAX_REPLY_MS ? { ...state, hasReplied: true } : state;
}

function chosen(state: PickUp): PickUp {
  return state.finding?.who === "human" ? state : told(state, { who: "human", evidence: "choice" }, "choice");
}

/** Takes a finding that tells by itself, unless a firmer one is there. */
function told(state: PickUp, finding: Finding, by: keyof typeof RANK): PickUp {
  if (state.finding && state.rank > RANK[by]) return state;
  if (state.finding && state.rank === RANK[by] && state.finding.evidence === finding.evidence) return state;
  return { ...state, finding, rank: RANK[by], isModelWanted: false };
}

/** Weighs all that does not tell by itself, and finds again who it is. */
function weighed(state: PickUp): PickUp {
  if (state.finding && state.rank > RANK.weighed) return state;
  const model = state.modelSays;
  // While the model is asked, only what it could not outweigh counts.
  const evidence = machineBy(weightsOf(state, isModelAwaited(state) ? "human" : model));
  if (evidence) return { ...state, finding: { who: model && model !== "human" ? model : "machine", evidence } };
  if (state.hasGreeted) return { ...state, finding: { who: "human", evidence: "words" } };
  if (model === "human") return { ...state, finding: { who: "human", evidence: "model" } };
  return state.finding?.evidence === "length" && state.finding.who === "human"
    ? state
    : { ...state, finding: undefined };
}

function isModelAwaited({ isModelAsked, modelSays }: PickUp): boolean {
  return isModelAsked && modelSays === undefined;
}

function weightsOf(state: PickUp, model: PickUp["modelSays"]): readonly Weight[] {
  return weigh({
    signs: state.signs,
    hasGreeted: state.hasGreeted,
    spokenMs: state.spokenMs + state.speakingMs,
    overMs: state.overMs,
    unanswered: state.unanswered,
    hasReplied: state.hasReplied,
    model: model && model !== "human" ? "machine" : model,
  });
}

function readWords(
  state: PickUp,
  { text, isComplete }: PickUpEvent & { kind: "words" },
  context: GreetingContext,
): PickUp {
  const all = `${state.said}\n${text}`.trim().slice(-MAX_CHARACTERS);
  const next = isComplete ? { ...state, said: all, saying: "" } : { ...state, saying: text };
  const { who, isForAnother, isAskingWho, isEcho, signs } = readGreeting({ all, last: text, isComplete }, context);
  if (isEcho) return { ...state, spokenMs: 0, speakingMs: 0, overMs: 0 };
  if (who && who !== "human") return told(next, { who, evidence: "words" }, "phrase");
  if (!isComplete) return longSpeech(next);
  const isOutweighed = isForAnother && state.rank === RANK.phrase;
  const read = weighed({
    ...next,
    signs: { ...signs, words: Math.max(state.signs.words, signs.words) },
    rank: isOutweighed ? RANK.weighed : state.rank,
    hasGreeted: state.hasGreeted || who === "human",
    isAskedWho: state.isAskedWho || isAskingWho,
  });
  return longSpeech(text.split(" ").length >= MIN_SENTENCE ? unclear(read) : read);
}

/** The model is asked about a sentence that no phrase tells, unless a firmer finding is there, or a person has greeted and said little else. */
function unclear(state: PickUp): PickUp {
  if (state.isModelAsked || state.rank > RANK.weighed) return state;
  if (state.hasGreeted && !isImpersonal(state.signs)) return state;
  return { ...state, isModelWanted: true, isModelAsked: true };
}

/** Speech that goes on for long: the model is asked, and in the end only a machine talks like this. */
function longSpeech(state: PickUp): PickUp {
  const next = weighed(state);
  const ms = state.spokenMs + state.speakingMs;
  const hasWords = state.said !== "" || state.saying !== "";
  return next.finding === undefined && ms >= UNCLEAR_MS && hasWords ? unclear(next) : next;
}

function afterSilence(state: PickUp, ms: number): PickUp {
  if (state.finding || state.speakingMs > 0) return state;
  if (state.hasLeadingTone && ms >= LEADING_MS) return told(state, { who: "machine", evidence: "beep" }, "beep");
  const waitMs = state.spokenMs <= SHORT_MS ? 0 : WAITS_MS;
  if (state.spokenMs === 0 || ms < waitMs) return state;
  if (isModelAwaited(state) && machineBy(weightsOf(state, undefined))) return state;
  return { ...state, finding: { who: "human", evidence: "length" }, isModelWanted: false };
}

/**
 * Returns the state of a pick-up in which it was found before who answered. It is as firm as its evidence; words count as a phrase,
 * because records do not say more.
 */
export function knownToBe(finding: Finding): PickUp {
  const known = { ...NOTHING_HEARD, finding };
  switch (finding.evidence) {
    case "model":
      return { ...known, isModelAsked: true, modelSays: finding.who };
    case "length":
    case "overlap":
    case "no_reply":
      return { ...known, spokenMs: MACHINE_LENGTH_MS };
    case "words":
      return { ...known, rank: RANK.phrase };
    case "beep":
    case "choice":
      return { ...known, rank: RANK[finding.evidence] };
  }
}

/** Who answered, as records and webhooks say it. */
export function answeredBy({ finding }: PickUp): AnsweredBy {
  if (!finding) return "unknown";
  return finding.who === "screener" ? "machine" : finding.who;
}
