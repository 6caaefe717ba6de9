import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { type Backoff, retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Health } from "../observability/health.js";
import type { Backend } from "../observability/metrics.js";

/** Between two looks at a back end: soon after a failure, and then ever more rarely. */
export const RECOVERY_PERIODS: Backoff = { firstMs: 2_000, maxMs: 10_000 };

export interface WatchedBackend {
  /**
   * Resolves when it has done a little of its real work.
   *
   * @throws what the back end throws · the signal's reason
   */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** Whether the probe has something to find out although the back end works. */
  readonly isUnknown?: boolean;
}

export interface WatchNeeds {
  readonly health: Health;
  readonly scope: Scope;
  /** How long one probe may take in all, ms: several requests, or a model that thinks for ever. */
  readonly deadlineMs: number;
  readonly periods?: Backoff;
  /** What is done while it is away, as a sentence. */
  readonly otherwise?: string;
}

/**
 * Has a back end do a little of its real work at the start, and while it is reported away, until the scope ends: without
 * calls nobody else would notice. That it is there is not enough: servers list their models whatever becomes of the
 * requests, and would count as good until the next caller waits. One that works is left alone, unless somebody asks.
 *
 * @returns a probe for whoever asks, which reports what came of it; it rejects with the reason of the limit alone, and goes on then.
 *   Those who ask meanwhile share it
 */
export function watchRecovery(
  name: Backend | "stt_realtime",
  backend: WatchedBackend,
  needs: WatchNeeds,
): (limit: AbortSignal) => Promise<void> {
  const { health, scope, deadlineMs, otherwise, periods = RECOVERY_PERIODS } = needs;
  const { signal } = scope;
  let isProven = false;
  const poll = async (settled: () => void) => {
    if (isProven && health.ok(name) && !backend.isUnknown) return settled();
    await probe();
  };
  const probe = async () => {
    await withDeadline(deadlineMs, signal, `a probe of ${name}`, backend.probe);
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
    const [backend = name] = name.split("_"); // `stt_realtime` has the settings of `stt`.
    const late = `It did not finish the smallest request within ${deadlineMs} ms; see ${backend.toUpperCase()}_TIMEOUT_MS.`;
    return [isLate ? late : describe(error), otherwise].filter(Boolean).join(" ");
  }
}
