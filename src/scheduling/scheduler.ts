import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import { type Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import type { Alarm } from "./alarm.js";
import type { OccurrenceExecutor, WriteOff } from "./occurrence-executor.js";
import { claimOf } from "./claim.js";
import { createDue } from "./due.js";
import { createActiveOccurrences } from "./active-occurrences.js";
import { sweep } from "./sweep.js";

export interface SchedulerNeeds {
  readonly store: ScheduleStore;
  readonly alarm: Alarm;
  readonly executor: OccurrenceExecutor;
  /** The controller, the same after a restart: several may share a store. */
  readonly owner: string;
  /** How late a run may be, ms: later it is missed. */
  readonly latenessMs: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The process: runs that have begun are waited for when it ends. */
  readonly scope: Scope;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/**
 * Sees to it that what is scheduled is carried out: at its time, at most once, and within its time whatever dies meanwhile.
 *
 * The alarm is a hint. The truth is `nextAt` of a schedule and the occurrences, each changed by whoever finds it as it was:
 * who stores the occurrence has claimed the run, who moves it to `dialling` may dial, and nobody else.
 */
export interface Scheduler {
  /** For the alarm: a schedule may be due. Never throws. */
  onDue(scheduleId: string, dueAt: number): void;
  /** Takes notice of a new next time. Never rejects. */
  arm(schedule: Schedule): Promise<void>;
  /** As {@link arm}, when there is none any more. Never rejects. */
  disarm(scheduleId: string): Promise<void>;
  /**
   * Claims a run besides the plan and sees it through in the background; with a verdict it is not carried out.
   *
   * @returns the id of its call
   * @throws {AttendantError} `store_unavailable`
   */
  runBesides(
    schedule: Schedule,
    dueAt: number,
    how: { readonly callId?: string; readonly verdict?: WriteOff },
  ): Promise<string>;
  /** Begins no more runs, and gives back those of which nobody was rung. Those under way go on. */
  leave(): void;
}

export function createScheduler(needs: SchedulerNeeds): Scheduler {
  const { store, alarm, owner, log, scope, now = Date.now } = needs;
  const taking = scope.child("schedules");
  const leaving = taking.signal;
  const runs = createActiveOccurrences({ ...needs, leaving, now });
  const due = createDue({ ...needs, runs, now });
  void scope.run(sweep({ store, due, runs, owner, log, now }, leaving)).catch(() => {});

  async function ring(scheduleId: string, dueAt: number): Promise<void> {
    const schedule = await store.findSchedule(scheduleId);
    if (schedule?.nextAt === dueAt && !leaving.aborted) await due.take(schedule);
  }

  return {
    onDue(scheduleId, dueAt) {
      if (leaving.aborted) return;
      void scope.run(ring(scheduleId, dueAt)).catch((error: unknown) => {
        const detail = `A schedule that is due could not be looked at; it will be again: ${describe(error)}`;
        log.warn("schedule_not_seen", detail, { schedule_id: scheduleId });
      });
    },
    arm: (schedule) => due.arm(schedule),
    disarm: (scheduleId) => alarm.clear(scheduleId).catch(() => {}),

    async runBesides(schedule, dueAt, { callId, verdict }) {
      for (let at = dueAt; ; at++) {
        const claim = claimOf(schedule.scheduleId, at, { owner, now: now(), ...(callId !== undefined && { callId }) });
        if (!(await store.addOccurrence(claim))) continue; // That instant has its run.
        runs.begin(claim, schedule, verdict);
        return claim.callId;
      }
    },

    leave: () => taking.end(new Ending("shutting_down")),
  };
}
