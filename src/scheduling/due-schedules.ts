import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import type { ActiveOccurrences } from "./active-occurrences.js";
import type { Alarm } from "./alarm.js";
import type { OccurrenceExecutor } from "./occurrence-executor.js";
import { runAfter } from "./recurrence.js";

export interface DueSchedulesNeeds {
  readonly store: ScheduleStore;
  readonly alarm: Alarm;
  readonly active: ActiveOccurrences;
  readonly executor: Pick<OccurrenceExecutor, "isElsewhere">;
  /** How late a run may be, ms. */
  readonly latenessMs: number;
  readonly log: Log;
  readonly now: () => number;
}

/** An alarm may ring so much before its time, ms. */
const EARLY_MS = 50;
/** For so long a run is left to the controller that can see to it better, ms: two of its sweeps. Then that has died. */
const LEFT_MS = 10_000;

/** Takes the schedules whose time has come: has the occurrence claimed, and plans the next. */
export interface DueSchedules {
  /**
   * Claims the run that is due, unless somebody has, and begins it in the background.
   *
   * @returns true when there is no more to do; false when it is left to another controller, for a while
   * @throws {AttendantError} `store_unavailable`
   */
  take(schedule: Schedule): Promise<boolean>;
}

export function createDueSchedules(needs: DueSchedulesNeeds): DueSchedules {
  const { store, alarm, active, executor, latenessMs, log, now } = needs;

  async function take(schedule: Schedule): Promise<boolean> {
    const { nextAt, paused, setIn } = schedule;
    if (nextAt === null || paused) return true;
    const at = now();
    if (nextAt > at + EARLY_MS) {
      await armAlarm(alarm, schedule, log); // The clock was put back.
      return true;
    }
    const mayBeLeft = setIn !== undefined && at < nextAt + Math.min(LEFT_MS, latenessMs / 2);
    if (mayBeLeft && (await executor.isElsewhere(schedule))) return false;
    await active.claim(schedule, nextAt);
    await advance(schedule, nextAt, at);
    return true;
  }

  /**
   * Moves a schedule on from a run that is claimed, whoever has done that: a crash may have come between the two. After a long
   * absence it goes on with the runs that may still be carried out.
   */
  async function advance(first: Schedule, from: number, at: number): Promise<void> {
    let schedule: Schedule | undefined = first;
    while (schedule?.nextAt === from) {
      const nextAt = goesOnAt(schedule, Math.max(from, at - latenessMs - 1));
      const next: Schedule = { ...schedule, nextAt, revision: schedule.revision + 1 };
      if (await store.replaceSchedule(next)) return armAlarm(alarm, next, log);
      schedule = await store.findSchedule(first.scheduleId);
    }
  }

  /** One that cannot go on is over: found due again and again, it would keep all others from being looked at. */
  function goesOnAt(schedule: Schedule, after: number): number | null {
    try {
      return runAfter(schedule, after);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const detail = `A schedule does not go on, for when it would be due is not known any more: ${error.message}`;
      log.error("schedule_without_zone", detail, { schedule_id: schedule.scheduleId });
      return null;
    }
  }

  return { take };
}

/** Has an alarm ring for the schedule's next time. Never rejects: what the alarm misses, the sweep finds. */
export async function armAlarm(alarm: Alarm, { scheduleId, nextAt, paused }: Schedule, log: Log): Promise<void> {
  if (nextAt === null || paused) return;
  await alarm.set(scheduleId, nextAt).catch((error: unknown) => {
    const detail = `No alarm could be set; the schedule is found when it is due: ${describe(error)}`;
    log.debug("schedule_without_alarm", detail, { schedule_id: scheduleId });
  });
}
