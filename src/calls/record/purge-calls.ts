import { pause } from "../../kernel/deadline.js";
import { describe } from "../../kernel/errors.js";
import { retryForever } from "../../kernel/retry.js";
import type { Log } from "../../observability/log.js";
import type { CallStore, ScheduleStore } from "../../records/stores.js";

export interface PurgeNeeds {
  readonly records: Pick<CallStore, "purgeCalls" | "purgeWords"> &
    Pick<ScheduleStore, "purgeOccurrences" | "purgeSchedules">;
  /** Days for which finished calls and the runs of schedules are kept. */
  readonly days: number;
  /** Days for which the words of calls are kept; not longer than the calls. */
  readonly wordDays: number;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/** Minimum age, in days: a finished schedule stays readable for a day. Its words are removed with it. */
const MIN_SCHEDULE_DAYS = 1;
/** Pause before the first removal, in ms: a machine that starts with a wrong clock sets it soon after. */
const FIRST_MS = 600_000;
/** Interval: about an hour. */
const PACE = { firstMs: 3_600_000, maxMs: 3_600_000 };

/** Removes calls, their words, and finished schedules once they are old enough, while the signal lives. */
export async function purgeOldCalls({ records, days, wordDays, log, now, signal }: PurgeNeeds): Promise<never> {
  const purge = async () => {
    const before = (age: number) => now() - age * DAY_MS;
    const count = await records.purgeCalls(before(days));
    if (count > 0) log.info("calls_forgotten", `Removed the records of calls older than ${days} days`, { count });
    const wordless = wordDays < days ? await records.purgeWords(before(wordDays)) : 0;
    if (wordless > 0) {
      log.info("words_forgotten", `Removed the transcripts of calls older than ${wordDays} days`, { count: wordless });
    }
    await records.purgeOccurrences(before(days));
    await records.purgeSchedules(before(Math.max(MIN_SCHEDULE_DAYS, wordDays)));
  };
  await pause(FIRST_MS, signal);
  return retryForever(signal, PACE, purge, (error) =>
    log.warn("calls_not_forgotten", `Could not remove old records: ${describe(error)}`),
  );
}
