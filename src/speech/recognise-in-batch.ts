import { joined } from "../audio/pcm.js";
import type { Recogniser, SpeechToText } from "./ports.js";

/** Each stretch of speech as one request, once its words are asked for. */
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
