import type { Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import { type ClosedDays, inKnownZone, isPlanned, upcomingRun } from "./recurrence.js";

export interface OvertakenNeeds {
  readonly store: Pick<ScheduleStore, "occurrencesOf">;
  readonly closedDays: ClosedDays;
  readonly now: () => number;
}

/** How many of the latest runs are searched for a planned one; requested runs may be among them. */
const LATER_RUNS = 50;

/**
 * Whether a planned run repeats within its day and a later repetition is due or has begun, so that it is not worth a call. One
 * that was skipped overtakes nothing.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function isOvertaken(
  schedule: Schedule,
  dueAt: number,
  { store, closedDays, now }: OvertakenNeeds,
): Promise<boolean> {
  const isRepetition = (at: number) => inKnownZone(() => isPlanned(schedule, at)) === true;
  if (!schedule.rule?.every || !isRepetition(dueAt)) return false;
  const next = inKnownZone(() => upcomingRun(schedule, now(), closedDays)) ?? Infinity;
  if (dueAt < next && next <= now()) return true;
  // A run that was skipped after it was claimed does not count.
  const runs = await store.occurrencesOf(schedule.scheduleId, LATER_RUNS);
  return runs.some((run) => run.dueAt > dueAt && run.outcome !== "skipped" && isRepetition(run.dueAt));
}
