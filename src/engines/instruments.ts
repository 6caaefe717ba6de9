import { BackendFailure } from "../backends/openai.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Health } from "../observability/health.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import type { RequestDecorator } from "./engines.js";

/** The requests of calls to one engine: while some are in progress, they show by themselves whether it works. */
class Traffic {
  #inProgress = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** Counts a request. Returns a function that ends it. */
  begin(): () => void {
    this.#inProgress++;
    return () => void this.#inProgress--;
  }

  answered(): void {
    this.#answeredAt = performance.now();
  }

  get isBusy(): boolean {
    return this.#inProgress > 0;
  }

  /** Whether an answer has come since then, on the clock of `performance.now()`. */
  hasAnsweredSince(at: number): boolean {
    return this.#answeredAt >= at;
  }
}

export interface Instruments {
  readonly metrics: Pick<
    Metrics,
    | "sttAnswered"
    | "llmAnswered"
    | "ttsAnswered"
    | "backendFailed"
    | "backendWithdrawn"
    | "sttSession"
    | "sttRealtimeText"
  >;
  readonly health: Pick<Health, "ok" | "report">;
}

/** What is known about the engines besides whether they work. */
export interface EngineNotes {
  /** Returns what is worth knowing about an engine that works, in one sentence. */
  readonly remarkOn: (engine: Backend) => string | undefined;
  readonly traffic: Readonly<Record<Backend, Traffic>>;
}

/** Returns empty notes: no remarks, and no requests so far. */
export function withoutRemarks(): EngineNotes {
  return { remarkOn: () => undefined, traffic: { stt: new Traffic(), llm: new Traffic(), tts: new Traffic() } };
}

/** Times each request to its first answer, and reports its outcome to the health board. */
export function instrumented(instruments: Instruments, notes: EngineNotes = withoutRemarks()): RequestDecorator {
  const { metrics, health } = instruments;
  const answered: Readonly<Record<Backend, (seconds: number) => void>> = {
    stt: metrics.sttAnswered,
    llm: metrics.llmAnswered,
    tts: metrics.ttsAnswered,
  };
  return async function* (engine, signal, ask) {
    const begun = performance.now();
    let hasAnswered = false;
    const end = notes.traffic[engine].begin();
    const iterator = ask()[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { value, done } = await iterator.next().catch((error: unknown) => {
          const hasOthersAnswered = notes.traffic[engine].hasAnsweredSince(begun);
          reportFailure(engine, { error, signal, hasOthersAnswered }, instruments);
          throw error;
        });
        notes.traffic[engine].answered();
        health.report(engine, true, notes.remarkOn(engine));
        if (done) return;
        if (!hasAnswered) answered[engine]((performance.now() - begun) / 1000);
        hasAnswered = true;
        yield value;
      }
    } finally {
      end();
      await iterator.return?.();
    }
  };
}

interface Failure {
  readonly error: unknown;
  /** The request's. */
  readonly signal: AbortSignal;
  /** Whether the engine has answered other requests since this one was made. */
  readonly hasOthersAnswered: boolean;
}

function reportFailure(engine: Backend, failure: Failure, { metrics, health }: Instruments): void {
  const { error, signal, hasOthersAnswered } = failure;
  const isTooLate = signal.aborted && Ending.of(signal.reason).kind === "deadline";
  // A request that was stopped here says nothing about the engine, unless the reason is that no answer came.
  if (signal.aborted && !isTooLate) return metrics.backendWithdrawn(engine);
  metrics.backendFailed(engine, error instanceof AttendantError ? error.code : "internal");
  // A text that one voice cannot say says nothing about the others.
  if (error instanceof BackendFailure && error.refusal === "text_refused") return;
  const isLate = isTooLate || (error instanceof BackendFailure && error.fault === "late");
  if (isLate && hasOthersAnswered) health.report(engine, true, `Overloaded: ${describe(error)}`);
  else health.report(engine, false, describe(error));
}
