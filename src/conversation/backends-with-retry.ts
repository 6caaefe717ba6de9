import { BackendFailure } from "../backends/openai.js";
import { pause } from "../kernel/deadline.js";
import type { LanguageModel } from "../language/ports.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";

/** How long is waited before a request that failed is made again, ms. */
const PAUSES_MS = [250, 1_000];

/**
 * Whether a back end works as far as is known. One that does not is asked all the same, because nobody else may notice
 * that it is back, but once: a caller does not wait for what is not expected.
 */
type IsAvailable = () => boolean;

/** The same back end; what fails is asked for again, up to twice, for as long as the request's signal lives. */
export function speechToTextWithRetry(stt: SpeechToText, isAvailable: IsAvailable): SpeechToText {
  return {
    async transcribe(samples, signal, tellSoFar, traceparent) {
      let text = "";
      const ask = () => once(stt.transcribe(samples, signal, tellSoFar, traceparent));
      for await (const answer of withRetry(signal, isAvailable, ask)) text = answer;
      return text;
    },
  };
}

/** The same back end; a sentence of which nothing was heard yet is asked for again. */
export function textToSpeechWithRetry(tts: TextToSpeech, isAvailable: IsAvailable): TextToSpeech {
  return {
    synthesise: (text, signal, traceparent) =>
      withRetry(signal, isAvailable, () => tts.synthesise(text, signal, traceparent)),
  };
}

/** The same back end; an answer of which nothing has come yet is asked for again. */
export function languageModelWithRetry(model: LanguageModel, isAvailable: IsAvailable): LanguageModel {
  return {
    stream: (messages, tools, signal, watch) =>
      withRetry(signal, isAvailable, () => model.stream(messages, tools, signal, watch)),
  };
}

async function* withRetry<T>(
  signal: AbortSignal,
  isAvailable: IsAvailable,
  ask: () => AsyncIterable<T>,
): AsyncGenerator<T> {
  const pauses = isAvailable() ? PAUSES_MS : [];
  for (let attempt = 0; ; attempt++) {
    let hasBegun = false;
    try {
      for await (const item of ask()) {
        hasBegun = true;
        yield item;
      }
      return;
    } catch (error) {
      const pauseMs = pauses[attempt];
      if (signal.aborted || hasBegun || pauseMs === undefined || isFinal(error)) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** What the server would answer again: it refused the request itself, and not because it has too much to do. */
function isFinal(error: unknown): boolean {
  const status = error instanceof BackendFailure ? (error.status ?? 500) : 500;
  return status < 500 && ![408, 409, 425, 429].includes(status);
}

async function* once<T>(answer: Promise<T>): AsyncGenerator<T> {
  yield await answer;
}
