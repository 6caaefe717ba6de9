import { describe } from "../kernel/errors.js";
import { type Backoff, retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Health } from "../observability/health.js";
import type { Backend } from "../observability/metrics.js";

/** Soon after a failure, and then ever more rarely. */
const POLL_BACKOFF: Backoff = { firstMs: 2_000, maxMs: 10_000 };

export interface WatchedBackend {
  /** Resolves when its server is there. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  /** Resolves when it has done a little of its real work. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
}

/**
 * Asks a back end for a sign of life at the start and while it is reported away, until the scope ends: without calls
 * nobody else would notice. At the start it is enough that it is there. One that has failed since has to do what it failed
 * at: servers that hang at every request list their models all the same, and would be back for as long as it takes until
 * the next caller waits.
 */
export function watchRecovery(
  name: Backend,
  { check, probe }: WatchedBackend,
  { health, scope }: { readonly health: Health; readonly scope: Scope },
): void {
  const { signal } = scope;
  let isChecked = false;
  const ask = async () => {
    await (isChecked ? probe(signal) : check(signal));
    health.report(name, true);
  };
  const poll = async (settled: () => void) => {
    if (isChecked && health.ok(name)) return settled();
    return ask().finally(() => (isChecked = true));
  };
  const onFailure = (error: unknown) => health.report(name, false, describe(error));
  void scope.run(retryForever(signal, POLL_BACKOFF, poll, onFailure)).catch(() => {});
}
