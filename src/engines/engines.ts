import type { LanguageModel, ModelOutput } from "../language/ports.js";
import type { Backend } from "../observability/metrics.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";

/** The three engines of a conversation, each behind its port. */
export interface Engines {
  readonly stt: SpeechToText;
  readonly llm: LanguageModel;
  readonly tts: TextToSpeech;
}

/** An item of an engine's answer: words, a piece of the model's output, or sound. */
export type Answer = string | ModelOutput | Int16Array;

/** Whether an item has anything that can be heard or acted on; those without do not begin an answer. */
export function hasContent(item: Answer): boolean {
  if (item instanceof Int16Array) return item.length > 0;
  if (typeof item === "string") return item.trim() !== "";
  return item.kind === "tool_calls" || item.text.trim() !== "";
}

/** Goes around each request to an engine: `ask` makes the request and streams its answer. */
export type RequestDecorator = <T extends Answer>(
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
