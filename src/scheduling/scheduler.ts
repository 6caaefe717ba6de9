import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { DialIntents } from "../records/dial-intent.js";
import type { Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import { createActiveOccurrences } from "./active-occurrences.js";
import type { Alarm } from "./alarm.js";
import { createOccurrenceClaims } from "./claim-occurrence.js";
import type { OccurrenceExecutor, WriteOff } from "./occurrence-executor.js";
import { sweep } from "./sweep.js";

export interface SchedulerNeeds {
  readonly store: ScheduleStore;
  readonly alarm: Alarm;
  readonly executor: OccurrenceExecutor;
  readonly intents: DialIntents;
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
 * The alarm is a hint. The truth is `nextAt` of a schedule and the occurrences, each changed by whoever finds it as it was, and
 * by nobody else: who stores the occurrence has claimed the run (`claim-occurrence.ts`), who moves it to `dialling` may dial
 * (`run-occurrence.ts`), who moves the lease of one that was left behind has taken it over (`sweep.ts`).
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
  const { store, alarm, log, scope, now = Date.now } = needs;
  const claiming = scope.child("schedules");
  const leaving = claiming.signal;
  const active = createActiveOccurrences({ ...needs, leaving, now });
  const claims = createOccurrenceClaims({ ...needs, active, now });
  void scope.run(sweep({ ...needs, claims, active, now }, leaving)).catch(() => {});

  async function claim(scheduleId: string, dueAt: number): Promise<void> {
    const schedule = await store.findSchedule(scheduleId);
    if (schedule?.nextAt === dueAt && !leaving.aborted) await claims.claimDue(schedule);
  }

  return {
    onDue(scheduleId, dueAt) {
      if (leaving.aborted) return;
      void scope.run(claim(scheduleId, dueAt)).catch((error: unknown) => {
        const detail = `A schedule that is due could not be looked at; it will be again: ${describe(error)}`;
        log.warn("schedule_not_seen", detail, { schedule_id: scheduleId });
      });
    },
    arm: (schedule) => claims.arm(schedule),
    disarm: (scheduleId) => alarm.clear(scheduleId).catch(() => {}),

    async runBesides(schedule, dueAt, how) {
      for (let at = dueAt; ; at++) {
        const callId = await active.claim(schedule, at, how);
        if (callId !== undefined) return callId; // Otherwise that instant has its run.
      }
    },

    leave: () => claiming.end(new Ending("shutting_down")),
  };
}
