import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import type { CallStore, ScheduleStore } from "../records/stores.js";

export interface PurgeNeeds {
  readonly records: Pick<CallStore, "purgeCalls" | "purgeWords"> &
    Pick<ScheduleStore, "purgeOccurrences" | "purgeSchedules">;
  /** How long calls are kept that are over, and the runs of schedules. */
  readonly days: number;
  /** How long what was said in them is kept; not longer than the calls. */
  readonly wordDays: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/** What a schedule says is removed with it; what became of one that is over can be read for a day. */
const MIN_SCHEDULE_DAYS = 1;
/** About once an hour. */
const PACE = { firstMs: 3_600_000, maxMs: 3_600_000 };

/** Removes calls, what was said in them, and schedules that are over, when their days are over, while the signal lives. */
export function purgeOldCalls({ records, days, wordDays, log, signal }: PurgeNeeds): Promise<never> {
  const purge = async () => {
    const before = (age: number) => Date.now() - age * DAY_MS;
    const count = await records.purgeCalls(before(days));
    if (count > 0) log.info("calls_forgotten", `Removed the records of calls older than ${days} days`, { count });
    const wordless = wordDays < days ? await records.purgeWords(before(wordDays)) : 0;
    if (wordless > 0) {
      log.info("words_forgotten", `Removed what was said in calls older than ${wordDays} days`, { count: wordless });
    }
    await records.purgeOccurrences(before(days));
    await records.purgeSchedules(before(Math.max(MIN_SCHEDULE_DAYS, wordDays)));
  };
  return retryForever(signal, PACE, purge, (error) =>
    log.warn("calls_not_forgotten", `Could not remove old records: ${describe(error)}`),
  );
}
