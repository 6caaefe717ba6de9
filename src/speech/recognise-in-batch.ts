import { joined } from "../audio/pcm.js";
import { Turns } from "../kernel/turns.js";
import { createLatency, type Latency } from "./latency.js";
import type { Recogniser, SpeechToText } from "./ports.js";

/**
 * Transcribes each stretch of speech of one call with one request, when its words are requested. A recogniser that is not
 * quick gets one request of the call at a time: the next would only wait in its queue, and may be withdrawn before its turn.
 *
 * @param latency of the recogniser, measured over all calls
 */
export function recogniseInBatch(stt: SpeechToText, latency: Latency = createLatency()): Recogniser {
  const turns = new Turns<undefined>((_, running) => running === 0 || latency.isQuick);
  return {
    hear() {},
    heard() {},
    transcribe: (speech, signal, tellSoFar, traceparent) =>
      turns.run(undefined, signal, () =>
        latency.time(() =>
          stt.transcribe(joined(speech.map(({ samples }) => samples)), signal, tellSoFar, traceparent),
        ),
      ),
    hasPartials: false,
    latency,
    onPartial: () => () => {},
  };
}
