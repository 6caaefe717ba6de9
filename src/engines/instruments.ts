import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Health } from "../observability/health.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import type { RequestDecorator } from "./engines.js";

export interface Instruments {
  readonly metrics: Pick<
    Metrics,
    "sttAnswered" | "llmAnswered" | "ttsAnswered" | "backendFailed" | "sttSession" | "sttRealtimeText"
  >;
  readonly health: Pick<Health, "ok" | "report">;
}

/** Times each request to its first answer, and reports its outcome to the health board. */
export function instrumented(instruments: Instruments): RequestDecorator {
  const { metrics, health } = instruments;
  const answered: Readonly<Record<Backend, (seconds: number) => void>> = {
    stt: metrics.sttAnswered,
    llm: metrics.llmAnswered,
    tts: metrics.ttsAnswered,
  };
  return async function* (engine, signal, ask) {
    const begun = performance.now();
    let hasAnswered = false;
    const iterator = ask()[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { value, done } = await iterator.next().catch((error: unknown) => {
          reportFailure(engine, error, signal, instruments);
          throw error;
        });
        health.report(engine, true);
        if (done) return;
        if (!hasAnswered) answered[engine]((performance.now() - begun) / 1000);
        hasAnswered = true;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  };
}

function reportFailure(engine: Backend, error: unknown, signal: AbortSignal, { metrics, health }: Instruments): void {
  // A request that was stopped here says nothing about the engine, unless the reason is that no answer came.
  if (signal.aborted && Ending.of(signal.reason).kind !== "deadline") return;
  metrics.backendFailed(engine, error instanceof AttendantError ? error.code : "internal");
  health.report(engine, false, describe(error));
}
