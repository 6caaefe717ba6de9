import type { OverlapKind } from "../../records/call-record.js";
import type { PartialWords } from "../../speech/ports.js";
import type { HeardAt, Utterance } from "../hear-caller.js";
import type { Part, Sound } from "./sound.js";
import type { WordsOverTurn } from "./words.js";

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
  /** It was nobody, or a listener: the reply goes on, and its like does not interrupt for a while. */
  | { readonly kind: "dismiss"; readonly who: "nobody" | "listener" }
  | { readonly kind: "forget" }
  /** Somebody wants to speak. `endedAt` is where the words end, in ms of line time; -1 where that is not known. */
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
