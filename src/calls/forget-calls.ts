import { describe } from "../kernel/errors.js";
import { forever } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import type { CallStore } from "../records/stores.js";

const DAY_MS = 86_400_000;
/** About once an hour. */
const PACE = { firstMs: 3_600_000, maxMs: 3_600_000 };

/** Removes the records of calls that ended more than `days` days ago, for as long as the signal lives. */
export function forgetOldCalls(needs: {
  readonly records: Pick<CallStore, "forgetCalls">;
  readonly days: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}): Promise<never> {
  const { records, days, log, signal } = needs;
  const forget = async () => {
    const count = await records.forgetCalls(Date.now() - days * DAY_MS);
    if (count > 0) log.info("calls_forgotten", `Removed the records of calls older than ${days} days`, { count });
  };
  return forever(signal, PACE, forget, (error) =>
    log.warn("calls_not_forgotten", `Old records could not be removed: ${describe(error)}`),
  );
}
