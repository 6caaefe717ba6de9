/** Understands what was said: one utterance in, its text out. */
export interface SpeechToText {
  /**
   * @param samples mono at 16 000 Hz
   * @returns the text, trimmed; empty when nothing was understood
   * @throws {AttendantError} `stt_failed`
   */
  transcribe(samples: Int16Array, signal: AbortSignal): Promise<string>;
}

/** Makes speech of a text. */
export interface TextToSpeech {
  /**
   * Chunks of mono samples at 16 000 Hz, of any length, each as soon as the server has sent it.
   *
   * @throws {AttendantError} `tts_failed`, before the first chunk or between two
   */
  synthesise(text: string, signal: AbortSignal): AsyncIterable<Int16Array>;
}
