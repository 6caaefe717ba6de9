import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";

const DAY_MS = 86_400_000;
/** About once an hour. */
const PACE = { firstMs: 3_600_000, maxMs: 3_600_000 };

/** Removes calls and runs of schedules that are over for more than `days` days, for as long as the signal lives. */
export function purgeOldCalls(needs: {
  readonly records: Pick<CallStore, "purgeCalls"> & Pick<ScheduleStore, "purgeSchedules">;
  readonly days: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}): Promise<never> {
  const { records, days, log, signal } = needs;
  const forget = async () => {
    const before = Date.now() - days * DAY_MS;
    const count = await records.purgeCalls(before);
    await records.purgeSchedules(before);
    if (count > 0) log.info("calls_forgotten", `Removed the records of calls older than ${days} days`, { count });
  };
  return retryForever(signal, PACE, forget, (error) =>
    log.warn("calls_not_forgotten", `Old records could not be removed: ${describe(error)}`),
  );
}
