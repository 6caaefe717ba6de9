import type { Latency } from "./latency.js";

/** Receives the recognised words so far; they may still change. */
export type TellSoFar = (text: string) => void;

/** Transcribes speech: one utterance in, its text out. */
export interface SpeechToText {
  /**
   * @param samples mono at 16 000 Hz
   * @param tellSoFar receives the words recognised so far, until the text is complete; not all servers report them
   * @param traceparent the span it belongs to, for the server to continue
   * @returns the text, trimmed; empty when no words were recognised
   * @throws {AttendantError} `stt_failed`
   */
  transcribe(samples: Int16Array, signal: AbortSignal, tellSoFar?: TellSoFar, traceparent?: string): Promise<string>;
}

/** A stretch of speech: an utterance or its beginning. Stretches with the same start are of the same utterance. */
export interface Speech {
  /** Mono at 16 000 Hz. Must not be modified. */
  readonly samples: Int16Array;
  /** The beginning of the first and the end of the last voiced frame, in ms of line time. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Silence since then, in ms. */
  readonly silentMs: number;
}

/** A piece of an utterance in progress; the first piece begins where the utterance's samples do. */
export interface SpeechPiece extends Omit<Speech, "silentMs"> {
  /** The samples of this piece. */
  readonly samples: Int16Array;
}

/** The words recognised so far of an utterance in progress. They may still change. */
export interface PartialWords {
  readonly startedAt: number;
  /** The end of the last voiced frame when they arrived, in ms of line time: they end there or earlier. */
  readonly endedAt: number;
  readonly text: string;
}

/** Transcribes the caller of one call. */
export interface Recogniser {
  /** Receives audio as it is heard, so that the words may be known when they are requested. Must be quick. */
  hear(piece: SpeechPiece): void;
  /** An utterance has ended, and its words will be requested. */
  heard(utterance: Speech): void;
  /**
   * Transcribes these stretches, one after the other.
   *
   * @param tellSoFar receives the words recognised so far, until the text is complete; not all recognisers report them
   * @param traceparent as for {@link SpeechToText}
   * @returns the text, trimmed; empty when no words were recognised
   * @throws {AttendantError} `stt_failed`
   */
  transcribe(
    speech: readonly Speech[],
    signal: AbortSignal,
    tellSoFar?: TellSoFar,
    traceparent?: string,
  ): Promise<string>;
  /** Whether words are reported while they are being spoken. */
  readonly hasPartials: boolean;
  /** How long it takes to return words. */
  readonly latency: Latency;
  /** Calls `tell` with words as they arrive; not all recognisers report them. Returns a function that cancels this. */
  onPartial(tell: (words: PartialWords) => void): () => void;
}

/** Synthesises speech from text. */
export interface TextToSpeech {
  /**
   * Chunks of mono samples at 16 000 Hz, of any length, each as soon as the server has sent it.
   *
   * @param traceparent the span it belongs to, for the server to continue
   *
   * @throws {AttendantError} `tts_failed`, before the first chunk or between two
   */
  synthesise(text: string, signal: AbortSignal, traceparent?: string): AsyncIterable<Int16Array>;
}
