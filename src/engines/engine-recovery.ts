import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { type Backoff, retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Health } from "../observability/health.js";
import type { Backend } from "../observability/metrics.js";

/** Pauses between two probes of an engine: short after a failure, then longer and longer. */
export const RECOVERY_PERIODS: Backoff = { firstMs: 2_000, maxMs: 10_000 };

export interface WatchedEngine {
  /**
   * Resolves when the engine has done a little of its real work.
   *
   * @throws what the engine throws · the signal's reason
   */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** Whether the probe has something to find out even though the engine works. */
  readonly isUnknown?: boolean;
}

export interface WatchNeeds {
  readonly health: Pick<Health, "ok" | "report">;
  readonly scope: Scope;
  /** Maximum duration of one probe, in ms: it may make several requests, and a model may think for ever. */
  readonly deadlineMs: number;
  readonly periods?: Backoff;
  /**
   * Whether requests of calls are in progress, which show by themselves whether the engine works: a probe would wait
   * behind them. Default: never.
   */
  readonly isBusy?: () => boolean;
  /** What is done while the engine is away, as a sentence. */
  readonly otherwise?: string;
}

/**
 * Probes an engine at the start and for as long as it is reported away, until the scope ends: without calls nothing else
 * would notice its recovery. An engine that works is left alone.
 *
 * @returns a probe on demand, which reports its outcome. It rejects with the reason of `limit` alone, and continues then;
 *   concurrent callers share one probe
 */
export function watchRecovery(
  name: Backend | "stt_realtime",
  engine: WatchedEngine,
  needs: WatchNeeds,
): (limit: AbortSignal) => Promise<void> {
  const { health, scope, deadlineMs, otherwise, isBusy = () => false, periods = RECOVERY_PERIODS } = needs;
  const { signal } = scope;
  let isProven = false;
  const poll = async (settled: () => void) => {
    if (isProven && health.ok(name) && !engine.isUnknown) return settled();
    await probe();
  };
  const probe = async () => {
    if (isBusy()) return;
    await withDeadline(deadlineMs, signal, `a probe of ${name}`, engine.probe);
    isProven = true;
    health.report(name, true);
  };
  const onAskedFailure = (error: unknown) => {
    if (!signal.aborted) onFailure(error);
  };
  const onFailure = (error: unknown) => health.report(name, false, detailOf(error));
  void scope.run(retryForever(signal, periods, poll, onFailure)).catch(() => {});
  let asked: Promise<void> | undefined;
  return (limit) => {
    asked ??= scope.run(probe().catch(onAskedFailure)).finally(() => (asked = undefined));
    return unlessAborted(limit, asked);
  };

  function detailOf(error: unknown): string {
    const isLate = error instanceof Ending && error.kind === "deadline";
    const late = `It did not finish the smallest request within ${deadlineMs} ms; see BACKEND_TIMEOUT_MS.`;
    return [isLate ? late : describe(error), otherwise].filter(Boolean).join(" ");
  }
}
