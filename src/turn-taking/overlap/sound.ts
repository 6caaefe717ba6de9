import { isInTheMiddle } from "../../speech/in-the-middle.js";
import type { PartialWords, Speech } from "../../speech/ports.js";
import type { OverlapKind } from "../../records/call-record.js";
import type { HeardAt, Lull, Utterance } from "../hear-caller.js";
import type { WordsOverTurn } from "./words.js";

/** Speech shorter than this is in the middle of a word, in ms: its transcript can only identify a backchannel. */
const MIN_TALK_MS = 500;
/** Maximum length of almost any word, in ms: in less, a recogniser may have found nothing yet. */
export const LONGEST_WORD_MS = 900;
/** Silence that may still be the soft end of a word, in ms. */
const SOFT_END_MS = 60;

/** A stretch of the sound to be transcribed. */
export type Part = Lull | Utterance;

/** The beginning of the sound, transcribed in the middle of a word. `text` is undefined until it is known. */
export interface Look {
  readonly part: Lull;
  readonly text: string | undefined;
}

/** A pause of the reply. Times are on the clock of `performance.now()`, in ms. */
export interface Pause {
  readonly since: number;
  readonly deadlines: readonly Deadline[];
}

/** A time at which the reply may resume, and the reason. */
export interface Deadline {
  readonly at: number;
  readonly why:
    | "longest pause"
    | "listener is silent"
    | "no words"
    | "not like words"
    | "unlike words"
    | "nothing added";
  /** The look that it depends on: the deadline applies only while nothing later is known. */
  readonly look?: Look["part"] | undefined;
  /** Start of the words to which nothing was added, in ms of line time. */
  readonly startedAt?: number;
}

/**
 * What is known about a sound over a turn until it is identified. Times are ms of line time unless stated otherwise.
 */
export interface Sound {
  /** The latest speech heard of it. */
  readonly last: Speech | undefined;
  /** The pause of the reply for it; undefined while the reply continues. */
  readonly pause: Pause | undefined;
  /** Total length of the earlier pauses, in ms. */
  readonly heldMs: number;
  /** The part being transcribed, or transcribed last, and its transcript; undefined if there is none. */
  readonly judged: Part | undefined;
  readonly text: string | undefined;
  readonly isJudging: boolean;
  /** When the transcript being made is due, on the clock of `performance.now()`, in ms. */
  readonly dueAt: number;
  /** Parts to judge next: the longest of each utterance. */
  readonly waiting: readonly Part[];
  /** Beginnings transcribed in parallel, in order. */
  readonly looks: readonly Look[];
  /** Whether it began with words that may become a backchannel. */
  readonly isBegun: boolean;
  /** The latest partial transcript, with the time at which its words were first known. */
  readonly partial: PartialWords | undefined;
  /** End of the last backchannel; undefined if there is none, or more followed it. */
  readonly listened: number | undefined;
  /**
   * End of the last voice; of the voice before the last resumption; of the voice before the last pause between phrases.
   */
  readonly endedAt: number;
  readonly wentOnAfter: number;
  readonly pausedAfter: number;
  /** Finished utterances that were not judged to be noise. */
  readonly utterances: readonly Utterance[];
  /** Whether a voice has begun that is not an utterance yet, whether it continues, and whether it was discarded. */
  readonly isOpen: boolean;
  readonly goesOn: boolean;
  readonly isDiscarded: boolean;
}

export const NEW_SOUND: Sound = {
  last: undefined,
  pause: undefined,
  heldMs: 0,
  judged: undefined,
  text: undefined,
  isJudging: false,
  dueAt: 0,
  waiting: [],
  looks: [],
  isBegun: false,
  partial: undefined,
  listened: undefined,
  endedAt: -1,
  wentOnAfter: -1,
  pausedAfter: -1,
  utterances: [],
  isOpen: false,
  goesOn: false,
  isDiscarded: false,
};

/** The circumstances of an event. */
export interface Evidence {
  /** The clock of `performance.now()`, in ms. */
  readonly now: number;
  /** Time without any voice, in ms. */
  readonly voicelessMs: number;
  /** Start of the speech in progress, in ms of line time. */
  readonly startedAt: number;
  /** Whether there is a turn, and whether the caller has heard anything of it. */
  readonly hasTurn: boolean;
  readonly isReplyHeard: boolean;
  readonly words: WordsOverTurn;
  /** Whether the recogniser reports partial transcripts, whether it is quick, and the time nearly all take, in ms. */
  readonly hasPartials: boolean;
  readonly isQuick: boolean;
  readonly transcriptMs: number;
}

export type OverlapEvent =
  | { readonly kind: "heard"; readonly heard: HeardAt }
  /** The words so far of what is being said. */
  | { readonly kind: "partial"; readonly words: PartialWords }
  /** The transcript of a part; undefined if nothing could be recognised in time. */
  | { readonly kind: "judged"; readonly text: string | undefined }
  | { readonly kind: "looked"; readonly part: Part; readonly text: string | undefined }
  /** A deadline of the pause has passed. */
  | { readonly kind: "deadline" };

export type OverlapAction =
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  /** Transcribe the part: the kind decides which event returns the result, and how long that may take. */
  | { readonly kind: "judge" | "look"; readonly part: Part }
  /** Record what was heard, and its words; "" if nothing could be recognised. */
  | { readonly kind: "note"; readonly what: OverlapKind; readonly text: string }
  /** It was noise or a listener. After noise, similar sounds do not interrupt for a while. */
  | { readonly kind: "dismiss"; readonly who: "noise" | "listener" }
  | { readonly kind: "forget" }
  /** The caller wants to speak. `endedAt` is where their words end, in ms of line time; -1 if not known. */
  | {
      readonly kind: "yield";
      readonly text: string | undefined;
      readonly endedAt: number;
      readonly utterances: readonly Utterance[];
    };

/** A transition in progress: the next state, the circumstances, and the actions to take. */
export interface Step {
  readonly of: { -readonly [Key in keyof Sound]: Sound[Key] };
  readonly seen: Evidence;
  readonly act: (action: OverlapAction) => void;
  /** Whether the sound is settled. */
  isOver: boolean;
}

/**
 * Whether it is the beginning of a word or two that continue. A slow recogniser must not be asked about half a word:
 * the whole word would have to wait.
 */
export function isEarly(part: Lull, isQuick: boolean): boolean {
  return isInTheMiddle(part) && (isQuick ? isShort(part) : mayBeHalfAWord(part));
}

export function isShort(part: Part): boolean {
  return voiceMs(part) < MIN_TALK_MS;
}

/** Whether it may be the beginning of a single long word, in which no recogniser finds the word yet. */
export function mayBeHalfAWord(part: Part): boolean {
  return voiceMs(part) < LONGEST_WORD_MS;
}

/** Returns the length of the reported voice, in ms: a word may begin in the middle of another sound. */
function voiceMs(part: Part): number {
  return part.endedAt - (part.kind === "lull" ? part.voiceFrom : part.startedAt);
}

/**
 * Whether the words up to there are known or being transcribed, including the soft end of the last one if it was
 * recorded.
 */
export function isJudged({ judged }: Sound, part: Speech): boolean {
  if (!judged || part.endedAt > judged.endedAt) return false;
  return part.endedAt < judged.endedAt || hasSoftEnd(judged) || !hasSoftEnd(part);
}

/** Whether its voice may have ended, which is not certain yet. */
export function isJustOver(part: Speech): boolean {
  return part.silentMs > 0 && isInTheMiddle(part);
}

export function isPending({ text }: Look): boolean {
  return text === undefined;
}

/** Returns the longest beginning with a known transcript. */
export function lastKnown({ looks }: Sound): Look | undefined {
  return looks.findLast(({ text }) => text !== undefined);
}

/** Whether it includes the soft end of its last word. */
export function hasSoftEnd({ silentMs }: Speech): boolean {
  return silentMs >= SOFT_END_MS;
}

/** Whether the look covered the whole part. */
export function reaches({ part: known }: Look, { startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">): boolean {
  return startedAt === known.startedAt && endedAt <= known.endedAt && hasSoftEnd(known);
}
