import { isInTheMiddle } from "../../speech/in-the-middle.js";
import type { PartialWords, Speech } from "../../speech/ports.js";
import type { OverlapKind } from "../../records/call-record.js";
import type { HeardAt, Lull, Utterance } from "../hear-caller.js";
import type { WordsOverTurn } from "./words.js";

/** Speech shorter than this is in the middle of a word: its transcript can tell a backchannel, and no more, in ms. */
const MIN_TALK_MS = 500;
/** Hardly any word is longer, in ms: in so much of an utterance a recogniser may have found nothing. */
const LONGEST_WORD_MS = 900;
/** Silence that may still be the soft end of a word, in ms. */
const SOFT_END_MS = 60;

/** A stretch of the sound whose words are looked for. */
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

/** A moment at which the reply may go on, and why it would. */
export interface Deadline {
  readonly at: number;
  readonly why: "longest pause" | "listener is silent" | "no words" | "not like words" | "nothing added";
  /** The look that it depends on: the deadline counts only while nothing later is known. */
  readonly look?: Look["part"] | undefined;
  /** Where that began of which nothing more was said, in ms of line time. */
  readonly startedAt?: number;
}

/** What is known of a sound over a turn, while it is not known what it is. Times are ms of line time unless said otherwise. */
export interface Sound {
  /** What was heard of it last. */
  readonly last: Speech | undefined;
  /** The pause of the reply for it; undefined while the reply goes on. */
  readonly pause: Pause | undefined;
  /** How long the pauses before lasted, in all, in ms. */
  readonly heldMs: number;
  /** The part that is being transcribed, or was last, and its transcript; undefined where there is none. */
  readonly judged: Part | undefined;
  readonly text: string | undefined;
  readonly isJudging: boolean;
  /** Parts to be judged next: of each utterance the longest. */
  readonly waiting: readonly Part[];
  /** Beginnings that are transcribed beside that, in their order. */
  readonly looks: readonly Look[];
  /** Whether it has begun with words that may become a backchannel. */
  readonly isBegun: boolean;
  /** The partial transcript that came last, with the time at which these words came first. */
  readonly partial: PartialWords | undefined;
  /** The end of the last backchannel; undefined where there is none, or more followed it. */
  readonly listened: number | undefined;
  /** The end of the last voice; the end of the voice before the last resumption; and before the last pause between phrases. */
  readonly endedAt: number;
  readonly wentOnAfter: number;
  readonly pausedAfter: number;
  /** Finished utterances that were not judged to be noise. */
  readonly utterances: readonly Utterance[];
  /** Whether a voice has begun that is no utterance yet, whether it goes on, and whether it was dropped. */
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

/** What was so at the moment of an event. */
export interface Evidence {
  /** The clock of `performance.now()`, in ms. */
  readonly now: number;
  /** How long there was no voice at all, in ms. */
  readonly voicelessMs: number;
  /** Where the speech in progress began, in ms of line time. */
  readonly startedAt: number;
  /** Whether there is a turn, and whether the caller has heard anything of it. */
  readonly hasTurn: boolean;
  readonly isReplyHeard: boolean;
  readonly words: WordsOverTurn;
  /** Whether the recogniser reports partial transcripts, and whether it answered in time when it was asked last. */
  readonly hasPartials: boolean;
  readonly isQuick: boolean;
}

export type OverlapEvent =
  | { readonly kind: "heard"; readonly heard: HeardAt }
  /** Words that are being said, as far as they are known. */
  | { readonly kind: "partial"; readonly words: PartialWords }
  /** The transcript of a part; undefined where nothing could be recognised in time. */
  | { readonly kind: "judged"; readonly text: string | undefined }
  | { readonly kind: "looked"; readonly part: Part; readonly text: string | undefined }
  /** A deadline of the pause has come. */
  | { readonly kind: "deadline" };

export type OverlapAction =
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  /** Transcribe the part: what is asked for decides which event answers, and how long that may take. */
  | { readonly kind: "judge" | "look"; readonly part: Part }
  /** It is known what was heard. */
  | { readonly kind: "note"; readonly what: OverlapKind }
  /** It was noise or a listener. After noise, similar sound does not interrupt for a while. */
  | { readonly kind: "dismiss"; readonly who: "noise" | "listener" }
  | { readonly kind: "forget" }
  /** The caller wants to speak. `endedAt` is where the words end, in ms of line time; -1 where that is not known. */
  | {
      readonly kind: "yield";
      readonly text: string | undefined;
      readonly endedAt: number;
      readonly utterances: readonly Utterance[];
    };

/** A transition that is being worked out: the next state, what was so, and what is to be done. */
export interface Step {
  readonly of: { -readonly [Key in keyof Sound]: Sound[Key] };
  readonly seen: Evidence;
  readonly act: (action: OverlapAction) => void;
  /** Whether it is decided: then nothing more comes of the sound. */
  isOver: boolean;
}

/** Whether it is the beginning of a word or two that go on. */
export function isEarly(part: Lull): boolean {
  return isInTheMiddle(part) && isShort(part);
}

export function isShort(part: Part): boolean {
  return voiceMs(part) < MIN_TALK_MS;
}

/** Whether it may be the beginning of a single long word, in which no recogniser finds it yet. */
export function mayBeHalfAWord(part: Part): boolean {
  return voiceMs(part) < LONGEST_WORD_MS;
}

/** How long the voice is that was reported: a word may begin in the middle of something else. */
function voiceMs(part: Part): number {
  return part.endedAt - (part.kind === "lull" ? part.voiceFrom : part.startedAt);
}

/** Whether the words up to there are being looked for, or are known: with the soft end of the last one, where that is in it. */
export function isJudged({ judged }: Sound, part: Speech): boolean {
  if (!judged || part.endedAt > judged.endedAt) return false;
  return part.endedAt < judged.endedAt || hasSoftEnd(judged) || !hasSoftEnd(part);
}

/** Whether its voice may be over, and that is not sure yet. */
export function isJustOver(part: Speech): boolean {
  return part.silentMs > 0 && isInTheMiddle(part);
}

export function isPending({ text }: Look): boolean {
  return text === undefined;
}

/** The longest beginning whose transcript is known. */
export function lastKnown({ looks }: Sound): Look | undefined {
  return looks.findLast(({ text }) => text !== undefined);
}

/** Whether the soft end of its last word is in it. */
export function hasSoftEnd({ silentMs }: Speech): boolean {
  return silentMs >= SOFT_END_MS;
}

/** Whether the look was at all of the part. */
export function reaches({ part: known }: Look, { startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">): boolean {
  return startedAt === known.startedAt && endedAt <= known.endedAt && hasSoftEnd(known);
}
