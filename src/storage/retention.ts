import { describe } from "../kernel/errors.js";
import { forever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { CallStore } from "../records/stores.js";

export interface RetentionNeeds {
  readonly store: Pick<CallStore, "forgetCalls">;
  /** How long a call is kept after its end, days. */
  readonly keepDays: number;
  readonly scope: Scope;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now?: () => number;
  readonly everyMs?: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Forgets calls whose time is over: about every hour, and first when it starts. Ends with the scope. */
export function forgetOldCalls({
  store,
  keepDays,
  scope,
  log,
  now = Date.now,
  everyMs = HOUR_MS,
}: RetentionNeeds): void {
  const forget = async () => {
    const count = await store.forgetCalls(now() - keepDays * DAY_MS);
    if (count > 0) log.info("calls_forgotten", `Forgot calls that ended more than ${keepDays} days ago`, { count });
  };
  const complain = (error: unknown) =>
    log.warn("calls_not_forgotten", `Old calls could not be forgotten: ${describe(error)}`);
  void scope.run(forever(scope.signal, { firstMs: everyMs, maxMs: everyMs }, forget, complain)).catch(() => {});
}
