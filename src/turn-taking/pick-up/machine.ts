/**
 * Decides who has answered a placed call from what is heard of them. Pure: a state and an event give the next state.
 *
 *            short, then quiet · words of a person                 words or beep of a machine
 *     open ────────────────────────────────────────▶ human ───────────────────────────────────┐
 *      │                                                                                       ▼
 *      ├── words of a machine or menu · a beep · long, and no words of a person ───▶ machine · menu
 *      └── "state your name and reason" ──▶ screener ── screened ──▶ open, for the person put through
 *
 * The call does not wait for the decision, so it may be revised: each kind of evidence outranks the weaker ones.
 */

import type { AnsweredBy, AnswerEvidence } from "../../records/call-record.js";
import { type Greeter, type GreetingContext, readGreeting } from "./read-greeting.js";

/** Who answered. A screener asks callers who they are, and may put them through to a person. */
export interface Finding {
  readonly who: Greeter;
  readonly evidence: AnswerEvidence;
}

export interface PickUp {
  /** Undefined while it is open who answered. */
  readonly finding: Finding | undefined;
  /** Whether a person has asked who is calling and was not told yet. */
  readonly isAskedWho: boolean;
  /** Whether the words do not tell, and the language model should be asked; once per pick-up. */
  readonly isModelWanted: boolean;
  readonly isModelAsked: boolean;
  /** Whether the model has answered; it may not have known. */
  readonly isModelAnswered: boolean;
  /** Whether the last sentence that no rule knows is impersonal: a machine's, unless the model knows better. */
  readonly isImpersonal: boolean;
  /** The words of the utterances that have ended, and of the one in progress. */
  readonly said: string;
  readonly saying: string;
  /** Length of the utterances that have ended, and of the one in progress, in ms. */
  readonly spokenMs: number;
  readonly speakingMs: number;
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
  | { readonly kind: "tone"; readonly ms: number }
  | { readonly kind: "model"; readonly who: Greeter | undefined }
  /** The question of the call was answered. */
  | { readonly kind: "chose" }
  /** A person who asked was told who is calling. */
  | { readonly kind: "introduced" }
  /** A screener was told: the next voice may be a person's. */
  | { readonly kind: "screened" };

export const NOTHING_HEARD: PickUp = {
  finding: undefined,
  isAskedWho: false,
  isModelWanted: false,
  isModelAsked: false,
  isModelAnswered: false,
  isImpersonal: false,
  said: "",
  saying: "",
  spokenMs: 0,
  speakingMs: 0,
  hasLeadingTone: false,
};

/** People say less than this when they pick up, and then wait (ms). */
const SHORT_MS = 3_000;
/** Someone who has said more waits for an answer if they have been quiet for so long; a machine goes on or beeps (ms). */
const WAITS_MS = 2_200;
/** The length after which the model is asked, and from which only a machine speaks on (ms). */
const UNCLEAR_MS = 3_000;
const LONG_MS = 7_500;
/** A tone before any voice is a beep if no voice follows in this time; longer tones are a telephone that rings (ms). */
const LEADING_MS = 1_500;
const MAX_LEADING_TONE_MS = 900;
/** Words of a sentence that is worth asking the model about. */
const MIN_SENTENCE = 5;
/** Characters kept of what was said. */
const MAX_CHARACTERS = 600;

/** Evidence from the weakest to the strongest. Of equal rank, only another kind of evidence replaces the earlier one. */
function rankOf({ who, evidence }: Finding): number {
  if (evidence === "choice") return 5;
  if (evidence === "beep") return 4;
  if (evidence === "words") return who === "human" ? 3 : 4;
  return evidence === "model" ? 2 : 1;
}

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
      if (state.spokenMs + state.speakingMs > 0) return found(state, { who: "machine", evidence: "beep" });
      return { ...state, hasLeadingTone: state.hasLeadingTone || event.ms <= MAX_LEADING_TONE_MS };
    case "model":
      if (event.who) return found({ ...state, isModelWanted: false }, { who: event.who, evidence: "model" });
      return byShape({ ...state, isModelWanted: false, isModelAnswered: state.isModelAsked });
    case "chose":
      return state.finding?.who === "human" ? state : found(state, { who: "human", evidence: "choice" });
    case "introduced":
      return { ...state, isAskedWho: false };
    case "screened":
      return NOTHING_HEARD;
  }
}

/** Notes a finding, unless there is one by stronger evidence. */
function found(state: PickUp, finding: Finding): PickUp {
  const { finding: before } = state;
  if (before && rankOf(before) > rankOf(finding)) return state;
  if (before && rankOf(before) === rankOf(finding) && before.evidence === finding.evidence) return state;
  return { ...state, finding, isModelWanted: false };
}

function readWords(
  state: PickUp,
  { text, isComplete }: PickUpEvent & { kind: "words" },
  context: GreetingContext,
): PickUp {
  const all = `${state.said} ${text}`.trim().slice(-MAX_CHARACTERS);
  const next = isComplete ? { ...state, said: all, saying: "" } : { ...state, saying: text };
  const { who, isForAnother, isAskingWho, isEcho, isGuess, isImpersonal } = readGreeting(
    { all, last: text, isComplete },
    context,
  );
  if (isEcho) return { ...state, spokenMs: 0, speakingMs: 0 };
  if (isGuess && state.finding?.evidence === "words") return next;
  if (who && who !== "human") return found(next, { who, evidence: "words" });
  if (who === "human") return foundPerson(next, isForAnother, isAskingWho);
  const isSentence = isComplete && text.split(" ").length >= MIN_SENTENCE;
  return longSpeech(isSentence ? unclear(next, isImpersonal) : next);
}

/** Notes that words are those of a person. One who answers for someone has used words of machines before; a beep is never theirs. */
function foundPerson(state: PickUp, isForAnother: boolean, isAskingWho: boolean): PickUp {
  const finding = { who: "human", evidence: "words" } as const;
  const isOutweighed = isForAnother && state.finding?.evidence === "words";
  return found(
    { ...state, finding: isOutweighed ? finding : state.finding, isAskedWho: state.isAskedWho || isAskingWho },
    finding,
  );
}

/** A sentence that no rule knows: the model is asked. If it does not know either, the shape of the sentence tells. */
function unclear(state: PickUp, isImpersonal: boolean): PickUp {
  if (state.finding && state.finding.evidence !== "length") return state;
  const next = { ...state, isImpersonal };
  return state.isModelAsked ? byShape(next) : { ...next, isModelWanted: true, isModelAsked: true };
}

/** An impersonal sentence is a machine's if only lengths tell otherwise, and the model has not known. */
function byShape(state: PickUp): PickUp {
  if (!state.isImpersonal || !state.isModelAnswered) return state;
  if (state.finding && state.finding.evidence !== "length") return state;
  return { ...state, finding: { who: "machine", evidence: "length" } };
}

/** Speech that goes on for long: the model is asked, and in the end only a machine talks like this. */
function longSpeech(state: PickUp): PickUp {
  if (state.finding) return state;
  const ms = state.spokenMs + state.speakingMs;
  if (ms >= LONG_MS) return found(state, { who: "machine", evidence: "length" });
  const hasWords = state.said !== "" || state.saying !== "";
  if (ms < UNCLEAR_MS || !hasWords || state.isModelAsked) return state;
  return { ...state, isModelWanted: true, isModelAsked: true };
}

function afterSilence(state: PickUp, ms: number): PickUp {
  if (state.finding || state.speakingMs > 0) return state;
  if (state.hasLeadingTone && ms >= LEADING_MS) return found(state, { who: "machine", evidence: "beep" });
  const waitMs = state.spokenMs <= SHORT_MS ? 0 : WAITS_MS;
  if (state.spokenMs === 0 || ms < waitMs) return state;
  return found(state, { who: "human", evidence: "length" });
}

/** Who answered, as records and webhooks say it. */
export function answeredBy({ finding }: PickUp): AnsweredBy {
  if (!finding) return "unknown";
  return finding.who === "screener" ? "machine" : finding.who;
}
