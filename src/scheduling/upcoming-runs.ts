import { setImmediate } from "node:timers/promises";
import type { Schedule } from "../records/schedule.js";
import type { ScheduleQuery, ScheduleStore } from "../records/stores.js";
import { type ClosedDays, followingRun, inKnownZone, upcomingRun } from "./recurrence.js";

/** An upcoming run, including those that will be skipped or whose schedule is paused. */
export interface UpcomingRun {
  readonly schedule: Schedule;
  /** ms since the epoch. */
  readonly at: number;
  /** The previous run of the same schedule, in ms since the epoch; null when there is none. */
  readonly before: number | null;
  readonly isSkipped: boolean;
}

export interface UpcomingQuery extends Pick<ScheduleQuery, "kind" | "extension"> {
  /** From this time inclusive, to this time exclusive; ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Maximum number of runs. */
  readonly limit: number;
}

const PAGE = 100;
/** Runs calculated before yielding to the event loop, which carries the audio. */
export const RUNS_AT_ONCE = 20;
/**
 * Maximum time, in ms, between a skipped run and the next run of its schedule, a weekly one. The skipped run of a monthly one is
 * left out: to find it, all schedules of the next two months would have to be read.
 */
const SKIPPED_BEFORE_MS = 9 * 24 * 3_600_000;

/**
 * The runs of all schedules in a span of time, soonest first. No more runs are calculated than are returned, and none of a
 * schedule that is due long after the span.
 *
 * @returns `isWhole` is false when there are more than requested
 */
export async function upcomingRuns(
  { listSchedules, closedDays }: Pick<ScheduleStore, "listSchedules"> & { readonly closedDays: ClosedDays },
  { from, to, limit, ...wanted }: UpcomingQuery,
  now: number,
): Promise<{ readonly runs: readonly UpcomingRun[]; readonly isWhole: boolean }> {
  /** The next run of each schedule, soonest first. */
  const next: UpcomingRun[] = [];
  const runs: UpcomingRun[] = [];
  let workedOut = 0;

  const push = (run: UpcomingRun) => {
    if (run.at >= to) return;
    let [low, high] = [0, next.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(next[middle] as UpcomingRun, run)) low = middle + 1;
      else high = middle;
    }
    next.splice(low, 0, run);
  };
  const enter = async (schedule: Schedule) => {
    const { lastRun } = schedule;
    const before = lastRun?.dueAt ?? null;
    if (lastRun?.outcome === "skipped") push({ schedule, at: lastRun.dueAt, before: null, isSkipped: true });
    const at = await first(schedule);
    if (at !== null) push({ schedule, at, before, isSkipped: false });
  };
  /** Takes the runs before a time, or all runs, until there are enough. */
  const take = async (until: number) => {
    while (runs.length <= limit && (next[0]?.at ?? Infinity) < until) {
      const run = next.shift() as UpcomingRun;
      if (run.at >= from) runs.push(run);
      if (run.isSkipped) continue;
      const at = await after(run.schedule, Math.max(run.at, from - 1));
      if (at !== null) push({ schedule: run.schedule, at, before: run.at, isSkipped: false });
    }
  };

  for await (const schedule of all({ ...wanted, status: "paused" })) await enter(schedule);
  for await (const schedule of all({ ...wanted, status: "pending" })) {
    const at = schedule.nextAt ?? to; // They arrive soonest first.
    if (at >= to + SKIPPED_BEFORE_MS || runs.length > limit) break;
    await enter(schedule);
    await take(Math.min(at - SKIPPED_BEFORE_MS, to));
  }
  await take(to);
  return { runs: runs.slice(0, limit), isWhole: runs.length <= limit };

  async function* all(query: Omit<ScheduleQuery, "limit">): AsyncGenerator<Schedule> {
    for (let cursor: string | undefined; ;) {
      const page = await listSchedules({ ...query, limit: PAGE, ...(cursor !== undefined && { cursor }) });
      yield* page.items;
      cursor = page.nextCursor;
      if (cursor === undefined) return;
    }
  }

  function first(schedule: Schedule): Promise<number | null> {
    return inTurn(() => upcomingRun(schedule, now, closedDays));
  }

  function after(schedule: Schedule, at: number): Promise<number | null> {
    return inTurn(() => followingRun(schedule, at, closedDays));
  }

  /** A zone that Node no longer knows has no runs: one such schedule must not break the whole list. */
  async function inTurn(find: () => number | null): Promise<number | null> {
    if (++workedOut % RUNS_AT_ONCE === 0) await setImmediate();
    return inKnownZone(find) ?? null;
  }
}

function isBefore(one: UpcomingRun, other: UpcomingRun): boolean {
  return one.at < other.at || (one.at === other.at && one.schedule.scheduleId <= other.schedule.scheduleId);
}
