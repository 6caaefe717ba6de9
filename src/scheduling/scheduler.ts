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
import type { ClosedDays } from "./recurrence.js";
import { sweep } from "./sweep.js";

export interface SchedulerNeeds {
  readonly store: ScheduleStore;
  /** Creates the alarm, which calls `onDue` with what it was set for. */
  readonly createAlarm: (onDue: AlarmNeeds["onDue"]) => Alarm;
  readonly intents: DialIntents;
  /** The owner whose runs this process carries out: several controllers may share a store. */
  readonly owner: () => string;
  readonly closedDays: ClosedDays;
  /** Maximum lateness of a run, in ms: a later run is missed. */
  readonly latenessMs: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The scope of the process: its end waits for the runs in progress. */
  readonly scope: Scope;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly periods?: SchedulePeriods;
}

/**
 * Carries out scheduled calls: on time, at most once, and within the permitted lateness whatever dies meanwhile.
 *
 * The alarm is a hint. The truth is `nextAt` of a schedule and the occurrences, each changed only by compare-and-set: the process
 * that stores the occurrence has claimed the run (`active-occurrences.ts`), the one that moves it to `dialling` may dial
 * (`run-occurrence.ts`), and the one that moves an orphaned occurrence to another owner has taken it over (`ownership`,
 * `sweep.ts`).
 */
export interface Scheduler {
  /** Starts handling due schedules, and what earlier processes have left behind. */
  start(executor: OccurrenceExecutor): void;
  /** Takes a run that is due, and sets the alarm for one that is not. Never rejects: the sweep finds what no alarm reports. */
  arm(schedule: Schedule): Promise<void>;
  /** Removes the alarm when there is no next run. Never rejects. */
  disarm(scheduleId: string): Promise<void>;
  /**
   * Claims a run outside the schedule and carries it out in the background; with a writeOff it is not carried out.
   *
   * @returns the id of its call
   * @throws {AttendantError} `store_unavailable`, or `unavailable` before {@link start}
   */
  trigger(
    schedule: Schedule,
    dueAt: number,
    how: { readonly callId?: string; readonly writeOff?: WriteOff },
  ): Promise<string>;
  /** Has a run that `trigger` could not claim for certain written off, if the store got the claim nevertheless. */
  withdraw(callId: string): void;
  /** Starts no more runs, and releases those that were not dialled. Runs in progress continue. */
  leave(): void;
}

export function createScheduler(needs: SchedulerNeeds): Scheduler {
  const { store, log, scope, now, periods = SCHEDULE_PERIODS } = needs;
  const claiming = scope.child("schedules");
  const leaving = claiming.signal;
  const alarm = needs.createAlarm(onDue);
  /** Set by `start`. */
  let running: { readonly active: ActiveOccurrences; readonly due: DueSchedules } | undefined;

  function onDue(scheduleId: string, dueAt: number): void {
    if (leaving.aborted) return;
    void scope.run(claim(scheduleId, dueAt)).catch((error: unknown) => {
      const detail = `Could not process a due schedule; it will be tried again: ${describe(error)}`;
      log.warn("schedule_not_seen", detail, { schedule_id: scheduleId });
    });
  }

  async function claim(scheduleId: string, dueAt: number): Promise<void> {
    const schedule = await store.findSchedule(scheduleId);
    if (schedule?.nextAt === dueAt && !leaving.aborted) await running?.due.take(schedule);
  }

  return {
    start(executor) {
      const goOn = (chain: Schedule) => due.goOn(chain);
      const active = createActiveOccurrences({ ...needs, ...periods, executor, leaving, now, goOn });
      const due = createDueSchedules({ ...needs, executor, active, alarm, now });
      running = { active, due };
      void scope.run(sweep({ ...needs, ...periods, due, active, now }, leaving)).catch(() => {});
    },

    arm: (schedule) => (running && !leaving.aborted ? running.due.goOn(schedule) : armAlarm(alarm, schedule, log)),
    disarm: (scheduleId) => alarm.clear(scheduleId).catch(() => {}),

    async trigger(schedule, dueAt, how) {
      if (!running) throw new AttendantError("unavailable", "The service is starting.");
      for (let at = dueAt; ; at++) {
        const callId = await running.active.claim(schedule, at, how);
        if (callId !== undefined) return callId; // Otherwise that instant is already claimed.
      }
    },

    withdraw: (callId) => running?.active.withdraw(callId),

    leave: () => claiming.end(new Ending("shutting_down")),
  };
}

/** Intervals of scheduling that are not settings, in ms. */
export interface SchedulePeriods {
  /** Between two sweeps. */
  readonly sweepMs: number;
  /** Pause before a failed run is started again. */
  readonly retryMs: number;
}

export const SCHEDULE_PERIODS: SchedulePeriods = { sweepMs: 4_000, retryMs: 30_000 };
