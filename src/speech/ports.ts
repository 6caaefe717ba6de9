/** Takes the words of a stretch of speech as far as they are known; they may turn out to be others. */
export type TellSoFar = (text: string) => void;

/** Understands what was said: one utterance in, its text out. */
export interface SpeechToText {
  /**
   * @param samples mono at 16 000 Hz
   * @param tellSoFar told of the words as far as they are known, until all are; not all servers tell
   * @param traceparent of the span that it belongs to, for the server to go on with
   * @returns the text, trimmed; empty when nothing was understood
   * @throws {AttendantError} `stt_failed`
   */
  transcribe(samples: Int16Array, signal: AbortSignal, tellSoFar?: TellSoFar, traceparent?: string): Promise<string>;
}

/** A stretch of what somebody says: all of an utterance, or its beginning. Those that begin at one time are of one utterance. */
export interface Speech {
  /** Mono at 16 000 Hz, not to be changed. */
  readonly samples: Int16Array;
  /** The beginning of the first and the end of the last voiced frame, ms of line time. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** How long they had been silent by then, ms. */
  readonly silentMs: number;
}

/** What is heard of an utterance, piece by piece, as it is being said; the first piece begins as its samples will. */
export interface SpeechPiece extends Omit<Speech, "silentMs"> {
  /** Of this piece alone. */
  readonly samples: Int16Array;
}

/** Words of an utterance that is still being said, as far as they are known. They may yet be others. */
export interface PartialWords {
  readonly startedAt: number;
  /** The end of the last voiced frame when they came, ms of line time: they end there or before. */
  readonly endedAt: number;
  readonly text: string;
}

/** Understands the caller of one call. */
export interface Recogniser {
  /** Takes what is heard, so that the words may be known by the time they are asked for. Must be quick. */
  hear(piece: SpeechPiece): void;
  /** An utterance is over, and its words will be asked for. */
  heard(utterance: Speech): void;
  /**
   * What was said in these stretches, one after the other.
   *
   * @param tellSoFar told of the words as far as they are known, until all are; not all recognisers tell
   * @param traceparent as for {@link SpeechToText}
   * @returns the text, trimmed; empty when nothing was understood
   * @throws {AttendantError} `stt_failed`
   */
  transcribe(
    speech: readonly Speech[],
    signal: AbortSignal,
    tellSoFar?: TellSoFar,
    traceparent?: string,
  ): Promise<string>;
  /** Whether words of what is being said now are told of as they come. */
  readonly hasPartials: boolean;
  /** Has `tell` told of words as they come; not all recognisers have any. Returns a way to stop. */
  onPartial(tell: (words: PartialWords) => void): () => void;
}

/** Makes speech of a text. */
export interface TextToSpeech {
  /**
   * Chunks of mono samples at 16 000 Hz, of any length, each as soon as the server has sent it.
   *
   * @param traceparent of the span that it belongs to, for the server to go on with
   *
   * @throws {AttendantError} `tts_failed`, before the first chunk or between two
   */
  synthesise(text: string, signal: AbortSignal, traceparent?: string): AsyncIterable<Int16Array>;
}
