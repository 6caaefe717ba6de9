import type { LanguageModel } from "../language/ports.js";
import type { Backend } from "../observability/metrics.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";

/** The three engines of a conversation, each behind its port. */
export interface Engines {
  readonly stt: SpeechToText;
  readonly llm: LanguageModel;
  readonly tts: TextToSpeech;
}

/** Goes around each request to an engine: `ask` makes the request and streams its answer. */
export type RequestDecorator = <T>(
  engine: Backend,
  signal: AbortSignal,
  ask: () => AsyncIterable<T>,
) => AsyncIterable<T>;

/** Returns the same engines with every request decorated. A transcription is a stream of one answer. */
export function decorated({ stt, llm, tts }: Engines, decorate: RequestDecorator): Engines {
  return {
    stt: {
      async transcribe(samples, signal, tellSoFar, traceparent) {
        let text = "";
        const ask = () => once(stt.transcribe(samples, signal, tellSoFar, traceparent));
        for await (const answer of decorate("stt", signal, ask)) text = answer;
        return text;
      },
    },
    llm: {
      stream: (messages, tools, signal, watch) =>
        decorate("llm", signal, () => llm.stream(messages, tools, signal, watch)),
    },
    tts: {
      synthesise: (text, signal, traceparent) =>
        decorate("tts", signal, () => tts.synthesise(text, signal, traceparent)),
    },
  };
}

async function* once<T>(answer: Promise<T>): AsyncGenerator<T> {
  yield await answer;
}
