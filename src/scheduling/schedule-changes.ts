import { AttendantError } from "../kernel/errors.js";
import type { Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import { changesOf, type ScheduleChange } from "./new-schedule.js";
import { type ClosedDays, runAfter, upcomingRun } from "./recurrence.js";
import type { Scheduler } from "./scheduler.js";

/** Changes of schedules that have a next run. */
export interface ScheduleChanges {
  /**
   * Changes a client's schedule. A call in progress is not affected; a paused schedule stays paused.
   *
   * @param client the client, by the name of its key; both it and the schedule's owner must be permitted to dial the number
   * @throws {AttendantError} `schedule_over`, `destination_not_allowed`, or `invalid_request` when it would never run, or is a
   *   caller's
   */
  update(scheduleId: string, wanted: ScheduleChange, client?: string): Promise<Schedule | undefined>;
  /**
   * Skips the next run.
   *
   * @param requestId a repetition with the same id skips no further one
   * @throws {AttendantError} `schedule_over`
   */
  skip(scheduleId: string, requestId?: string): Promise<Schedule | undefined>;
  /** Skips runs from now on. @throws {AttendantError} `schedule_over` */
  pause(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Continues with the next run to come; a single run that fell into the pause is missed.
   *
   * @param client the client, as for `runNow`
   * @throws {AttendantError} `schedule_over`, or `destination_not_allowed`, also when the lists have changed since it was set
   */
  resume(scheduleId: string, client?: string): Promise<Schedule | undefined>;
}

export interface ScheduleChangesNeeds {
  readonly store: Pick<ScheduleStore, "findSchedule" | "replaceSchedule">;
  readonly scheduler: Pick<Scheduler, "arm" | "disarm" | "trigger">;
  /** @throws {AttendantError} `destination_not_allowed` when that owner or client may not dial one of the numbers */
  readonly checkDialable: (
    schedule: Pick<Schedule, "chain" | "extension">,
    by: Pick<Schedule, "setBy" | "client">,
  ) => void;
  /** @throws {AttendantError} why the schedule's next run cannot be */
  readonly checkRuns: (schedule: Schedule) => Promise<void>;
  readonly closedDays: ClosedDays;
  /** ms since the epoch. */
  readonly now: () => number;
}

const PAUSED = { outcome: "missed", error: "The schedule was paused when the call was due." } as const;
const OF_CALLER = "A timer or callback that a caller set cannot be changed. Cancel it, and schedule a call instead.";

export function createScheduleChanges(needs: ScheduleChangesNeeds): ScheduleChanges {
  const { store, scheduler, checkDialable, checkRuns, closedDays, now } = needs;

  /**
   * Changes a schedule, retrying when another process changes it at the same time.
   *
   * @param change receives the current schedule; returns undefined to leave it as it is
   */
  async function change(
    scheduleId: string,
    change: (schedule: Schedule) => Partial<Schedule> | undefined | Promise<Partial<Schedule> | undefined>,
  ): Promise<{ readonly before: Schedule; readonly after: Schedule } | undefined> {
    for (;;) {
      const before = await store.findSchedule(scheduleId);
      if (!before) return undefined;
      const changed = await change(before);
      if (!changed) return { before, after: before };
      const after = withReplacedRun({ ...before, ...changed, revision: before.revision + 1 }, before, now());
      if (await store.replaceSchedule(after)) return { before, after };
    }
  }

  return {
    async update(scheduleId, wanted, client) {
      const changed = await change(scheduleId, async (schedule) => {
        unlessOver(schedule);
        if (schedule.kind !== "call") throw new AttendantError("invalid_request", OF_CALLER);
        const changes = changesOf(wanted, schedule, now());
        const next = { ...schedule, ...changes };
        for (const each of new Set([client, schedule.client])) {
          checkDialable(next, { setBy: null, client: each });
        }
        await checkRuns(next);
        return changes;
      });
      if (changed) await rearm(changed.after);
      return changed?.after;
    },

    async skip(scheduleId, requestId) {
      let skipped: number | undefined;
      const changed = await change(scheduleId, (schedule) => {
        if (requestId !== undefined && schedule.skippedBy === requestId) return undefined;
        const due = unlessOver(schedule);
        skipped ??= due;
        // The run that was to be skipped has begun meanwhile.
        if (due !== skipped) return undefined;
        const dueAt = upcomingRun(schedule, now(), closedDays) ?? due;
        const lastRun = { dueAt, outcome: "skipped", callId: null, error: null } as const;
        return { nextAt: runAfter(schedule, dueAt), lastRun, skippedBy: requestId };
      });
      if (changed) await rearm(changed.after);
      return changed?.after;
    },

    async pause(scheduleId) {
      const changed = await change(scheduleId, (schedule) => {
        unlessOver(schedule);
        return schedule.paused ? undefined : { paused: true };
      });
      if (changed) await scheduler.disarm(scheduleId);
      return changed?.after;
    },

    async resume(scheduleId, client) {
      const at = now();
      const changed = await change(scheduleId, (schedule) => {
        const dueAt = unlessOver(schedule);
        if (!schedule.paused) return undefined;
        checkDialable(schedule, schedule);
        if (client !== undefined) checkDialable(schedule, { setBy: null, client });
        const nextAt = dueAt > at ? dueAt : runAfter(schedule, at);
        if (nextAt !== null) return { paused: false, nextAt };
        return { paused: false, nextAt, lastRun: { ...PAUSED, dueAt, callId: null } };
      });
      if (!changed) return undefined;
      const { before, after } = changed;
      if (before.nextAt !== null && after.nextAt === null) {
        await scheduler.trigger(after, before.nextAt, { writeOff: PAUSED });
      }
      if (after !== before) await scheduler.arm(after); // Every alarm stays in the store until it rings.
      return after;
    },
  };

  async function rearm(schedule: Schedule): Promise<void> {
    await scheduler.disarm(schedule.scheduleId);
    await scheduler.arm(schedule);
  }
}

/** A run that is due by then may be claimed at the same time, by a process whose clock is ahead of this one's. */
const AT_THE_SAME_TIME_MS = 60_000;

/** A changed schedule, with the run that the change has replaced. */
function withReplacedRun(schedule: Schedule, { nextAt: former }: Schedule, now: number): Schedule {
  const { replacedRun, ...rest } = schedule;
  if (former !== null && former !== rest.nextAt && former < now + AT_THE_SAME_TIME_MS) {
    return { ...rest, replacedRun: former };
  }
  return replacedRun === rest.nextAt ? rest : schedule;
}

/** When it is next due. @throws {AttendantError} `schedule_over` */
function unlessOver({ scheduleId, nextAt }: Schedule): number {
  if (nextAt === null) throw new AttendantError("schedule_over", `The schedule ${scheduleId} has ended.`);
  return nextAt;
}
