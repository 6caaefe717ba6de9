import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { LanguageModel } from "../language/ports.js";
import type { Log } from "../observability/log.js";
import type { Health } from "../observability/health.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";
import type { RealtimeWatch } from "../speech/recognise-in-realtime.js";

export interface Instruments {
  readonly metrics: Metrics;
  readonly health: Health;
}

/** The same back end; each request is timed, and its outcome written on the health board. */
export function instrumentSpeechToText(stt: SpeechToText, watch: Instruments): SpeechToText {
  return {
    async transcribe(samples, signal, tellSoFar, traceparent) {
      const begun = performance.now();
      const text = await instrumented("stt", watch, signal, () =>
        stt.transcribe(samples, signal, tellSoFar, traceparent),
      );
      watch.metrics.sttAnswered((performance.now() - begun) / 1000);
      return text;
    },
  };
}

/**
 * Counts what becomes of the realtime sessions of a call, and writes it on the health board and into the call's log.
 *
 * @param otherwise what is done where they fail, as a sentence
 */
export function watchRealtime({ metrics, health }: Instruments, log: Log, otherwise: string): RealtimeWatch {
  return {
    opened: () => metrics.sttSession("opened"),
    failed(detail) {
      metrics.sttSession("failed");
      log.warn("stt_realtime_failed", `${detail} ${otherwise}`);
      health.report("stt_realtime", false, `${detail} ${otherwise}`);
    },
    answered(seconds) {
      metrics.sttRealtimeText("session");
      metrics.sttAnswered(seconds);
      health.report("stt_realtime", true);
    },
    missed: () => metrics.sttRealtimeText("batch"),
  };
}

/** The same back end, timed to its first audio. */
export function instrumentTextToSpeech(tts: TextToSpeech, watch: Instruments): TextToSpeech {
  return {
    synthesise: (text, signal, traceparent) =>
      instrumentedStream("tts", watch, signal, tts.synthesise(text, signal, traceparent), (seconds) =>
        watch.metrics.ttsAnswered(seconds),
      ),
  };
}

/** The same back end, timed to its first output. */
export function instrumentLanguageModel(model: LanguageModel, watch: Instruments): LanguageModel {
  return {
    stream: (messages, tools, signal, told) =>
      instrumentedStream("llm", watch, signal, model.stream(messages, tools, signal, told), (seconds) =>
        watch.metrics.llmAnswered(seconds),
      ),
  };
}

async function* instrumentedStream<T>(
  backend: Backend,
  watch: Instruments,
  signal: AbortSignal,
  items: AsyncIterable<T>,
  onFirst: (seconds: number) => void,
): AsyncGenerator<T> {
  const begun = performance.now();
  let first = true;
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await instrumented(backend, watch, signal, () => iterator.next());
      if (done) return;
      if (first) onFirst((performance.now() - begun) / 1000);
      first = false;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function instrumented<T>(
  backend: Backend,
  { metrics, health }: Instruments,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask();
    health.report(backend, true);
    return answer;
  } catch (error) {
    // Stopped by us, which says nothing about the back end, unless it was because nothing came.
    if (signal.aborted && Ending.of(signal.reason).kind !== "deadline") throw error;
    metrics.backendFailed(backend, error instanceof AttendantError ? error.code : "internal");
    health.report(backend, false, describe(error));
    throw error;
  }
}
