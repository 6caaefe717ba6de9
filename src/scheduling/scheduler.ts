import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import { type ActiveOccurrences, createActiveOccurrences } from "./active-occurrences.js";
import type { Alarm, AlarmNeeds } from "./alarm.js";
import { armAlarm, createDueSchedules, type DueSchedules } from "./due-schedules.js";
import type { OccurrenceExecutor, WriteOff } from "./occurrence-executor.js";
import { SCHEDULE_PERIODS, type SchedulePeriods } from "./periods.js";
import { sweep } from "./sweep.js";

export interface SchedulerNeeds {
  readonly store: ScheduleStore;
  /** Makes the alarm, which tells `onDue` what it was set for. */
  readonly createAlarm: (onDue: AlarmNeeds["onDue"]) => Alarm;
  readonly intents: DialIntents;
  /** Whose runs are that this process sees to: several controllers may share a store. */
  readonly owner: () => string;
  /** How late a run may be, ms: later it is missed. */
  readonly latenessMs: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The process: runs that have begun are waited for when it ends. */
  readonly scope: Scope;
  /** ms since the epoch. */
  readonly now?: () => number;
  readonly periods?: SchedulePeriods;
}

/**
 * Sees to it that what is scheduled is carried out: at its time, at most once, and within its time whatever dies meanwhile.
 *
 * The alarm is a hint. The truth is `nextAt` of a schedule and the occurrences, each changed by whoever finds it as it was, and
 * by nobody else: who stores the occurrence has claimed the run (`active-occurrences.ts`), who moves it to `dialling` may dial
 * (`run-occurrence.ts`), who moves one that was left behind to another owner has taken it over (`ownership`, `sweep.ts`).
 */
export interface Scheduler {
  /** Begins to see to what is due, and to what earlier runs of the service have left behind. */
  start(executor: OccurrenceExecutor): void;
  /** Takes notice of a new next time. Never rejects: what no alarm tells of, the sweep finds. */
  arm(schedule: Schedule): Promise<void>;
  /** As {@link arm}, when there is none any more. Never rejects. */
  disarm(scheduleId: string): Promise<void>;
  /**
   * Claims a run besides the plan and sees it through in the background; with a writeOff it is not carried out.
   *
   * @returns the id of its call
   * @throws {AttendantError} `store_unavailable`, or `unavailable` before {@link start}
   */
  trigger(
    schedule: Schedule,
    dueAt: number,
    how: { readonly callId?: string; readonly writeOff?: WriteOff },
  ): Promise<string>;
  /** Begins no more runs, and gives back those of which nobody was rung. Those under way go on. */
  leave(): void;
}

export function createScheduler(needs: SchedulerNeeds): Scheduler {
  const { store, log, scope, now = Date.now, periods = SCHEDULE_PERIODS } = needs;
  const claiming = scope.child("schedules");
  const leaving = claiming.signal;
  const alarm = needs.createAlarm(onDue);
  /** Since the start. */
  let running: { readonly active: ActiveOccurrences; readonly due: DueSchedules } | undefined;

  function onDue(scheduleId: string, dueAt: number): void {
    if (leaving.aborted) return;
    void scope.run(claim(scheduleId, dueAt)).catch((error: unknown) => {
      const detail = `A schedule that is due could not be looked at; it will be again: ${describe(error)}`;
      log.warn("schedule_not_seen", detail, { schedule_id: scheduleId });
    });
  }

  async function claim(scheduleId: string, dueAt: number): Promise<void> {
    const schedule = await store.findSchedule(scheduleId);
    if (schedule?.nextAt === dueAt && !leaving.aborted) await running?.due.take(schedule);
  }

  return {
    start(executor) {
      const active = createActiveOccurrences({ ...needs, ...periods, executor, leaving, now });
      const due = createDueSchedules({ ...needs, executor, active, alarm, now });
      running = { active, due };
      void scope.run(sweep({ ...needs, ...periods, due, active, now }, leaving)).catch(() => {});
    },

    arm: (schedule) => armAlarm(alarm, schedule, log),
    disarm: (scheduleId) => alarm.clear(scheduleId).catch(() => {}),

    async trigger(schedule, dueAt, how) {
      if (!running) throw new AttendantError("unavailable", "The service is starting.");
      for (let at = dueAt; ; at++) {
        const callId = await running.active.claim(schedule, at, how);
        if (callId !== undefined) return callId; // Otherwise that instant has its run.
      }
    },

    leave: () => claiming.end(new Ending("shutting_down")),
  };
}
