import { joined } from "../audio/pcm.js";
import type { Recogniser, SpeechToText } from "./ports.js";

/** Transcribes each stretch of speech with one request, when its words are requested. */
export function recogniseInBatch(stt: SpeechToText): Recogniser {
  return {
    hear() {},
    heard() {},
    transcribe: (speech, signal, tellSoFar, traceparent) =>
      stt.transcribe(joined(speech.map(({ samples }) => samples)), signal, tellSoFar, traceparent),
    hasPartials: false,
    onPartial: () => () => {},
  };
}
