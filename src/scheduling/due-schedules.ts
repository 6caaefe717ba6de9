import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import { type Chain, isChain, type Occurrence, type Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import { isOngoing } from "../records/chain.js";
import type { ActiveOccurrences } from "./active-occurrences.js";
import type { Alarm } from "./alarm.js";
import { callIdOfStep, nextStepAt } from "./chain-due.js";
import { countChain } from "./count-chain.js";
import type { OccurrenceExecutor } from "./occurrence-executor.js";
import { type ClosedDays, dayOff, inKnownZone, latestRepetition, runAfter } from "./recurrence.js";

export interface DueSchedulesNeeds {
  readonly store: ScheduleStore;
  readonly alarm: Alarm;
  readonly active: ActiveOccurrences;
  readonly executor: Pick<OccurrenceExecutor, "isElsewhere" | "reportChain">;
  readonly closedDays: ClosedDays;
  /** Maximum lateness of a run, in ms. */
  readonly latenessMs: number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "chainEnded" | "chainCalled" | "chainReached">;
  readonly now: () => number;
}

/** How early an alarm may ring, in ms. */
const EARLY_MS = 50;
/** How long a run is left to a better suited controller, in ms: two of its sweeps. After that, it is assumed to have died. */
const LEFT_MS = 10_000;

/** Handles schedules that are due: claims the occurrence and plans the next. */
export interface DueSchedules {
  /**
   * Claims the due run, if it is unclaimed, and starts it in the background. Reports a chain that is over.
   *
   * @returns true when nothing remains to be done; false when it is left to another controller for a while
   * @throws {AttendantError} `store_unavailable`
   */
  take(schedule: Schedule): Promise<boolean>;
  /**
   * Starts a claimed run of this controller once its schedule has advanced past it, or drops it when a change of the schedule
   * came first: whichever is stored first decides, so that a run that was moved rings at its new time only.
   *
   * @throws {AttendantError} `store_unavailable`
   */
  carryOut(occurrence: Occurrence, schedule: Schedule | undefined): Promise<void>;
  /** Takes what is due, and sets the alarm for what is not. Never rejects: the sweep finds what is missed here. */
  goOn(schedule: Schedule): Promise<void>;
}

interface Advanced {
  readonly current?: Schedule | undefined;
  readonly next?: Schedule;
}

export function createDueSchedules(needs: DueSchedulesNeeds): DueSchedules {
  const { store, alarm, active, executor, closedDays, latenessMs, log, now } = needs;

  async function take(schedule: Schedule): Promise<boolean> {
    const { nextAt, paused, setIn } = schedule;
    if (nextAt === null || paused) return true;
    const at = now();
    if (nextAt > at + EARLY_MS) {
      await armAlarm(alarm, schedule, log); // The clock was set back.
      return true;
    }
    if (isChain(schedule) && !isOngoing(schedule)) return reported(schedule);
    const mayBeLeft = setIn !== undefined && at < nextAt + Math.min(LEFT_MS, latenessMs / 2);
    if (mayBeLeft && (await executor.isElsewhere(schedule))) return false;
    if (inKnownZone(() => dayOff(schedule, nextAt, closedDays)) !== undefined) {
      log.debug("schedule_day_off", "A run is left out: its assistant is closed", { schedule_id: schedule.scheduleId });
      await goOnPast(schedule, nextAt);
      return true;
    }
    const start = (occurrence: Occurrence) => carryOut(occurrence, schedule);
    // A crash may have occurred between the two steps of the process that claimed it.
    const callId = callIdOfStep(schedule, nextAt);
    if ((await active.claim(schedule, nextAt, { callId, start })) === undefined) await goOnPast(schedule, nextAt);
    return true;
  }

  /** Reports how a chain ended. Until that is recorded, the chain is due again and again. */
  async function reported(chain: Chain): Promise<boolean> {
    try {
      await executor.reportChain(chain);
    } catch (error) {
      const detail = `Could not report how a chain ended; it will be tried again: ${describe(error)}`;
      log.warn("chain_not_reported", detail, { chain_id: chain.scheduleId });
      return false;
    }
    let current: Schedule | undefined = chain;
    while (isChain(current) && current.nextAt !== null) {
      if (await store.replaceSchedule({ ...current, nextAt: null, revision: current.revision + 1 })) {
        countChain(current, needs.metrics); // By one controller, once.
        break;
      }
      current = await store.findSchedule(chain.scheduleId);
    }
    return true;
  }

  async function goOn(schedule: Schedule): Promise<void> {
    const { scheduleId, nextAt, paused } = schedule;
    if (nextAt === null || paused || nextAt > now() + EARLY_MS) return armAlarm(alarm, schedule, log);
    await take(schedule).catch((error: unknown) => {
      const detail = `Could not process a due schedule; it will be tried again: ${describe(error)}`;
      log.warn("schedule_not_seen", detail, { schedule_id: scheduleId });
    });
  }

  async function carryOut(occurrence: Occurrence, schedule: Schedule | undefined): Promise<void> {
    const { occurrenceId, dueAt, state, owner } = occurrence;
    const { current, next } = schedule ? await advance(schedule, dueAt) : {};
    if (state !== "claimed" || current?.replacedRun !== dueAt) active.begin(occurrence, current);
    else await store.moveOccurrence(occurrenceId, { state, owner }, { state: "over", outcome: "skipped" });
    // Only now, so that calls that are due at the same time begin in their order.
    if (next) await goOn(next);
  }

  async function goOnPast(schedule: Schedule, from: number): Promise<void> {
    const { next } = await advance(schedule, from);
    if (next) await goOn(next);
  }

  /**
   * Advances a schedule past a run, unless another process or a change has done so. After a long outage it continues with the runs
   * that are not too late; of repetitions within a day, with the latest.
   *
   * @returns `current`: the schedule as it is then, undefined when it no longer exists; `next`: the same, if this has advanced it
   */
  async function advance(first: Schedule, from: number): Promise<Advanced> {
    let schedule: Schedule | undefined = first;
    while (schedule?.nextAt === from && isOngoing(schedule)) {
      const nextAt = isChain(schedule) ? nextStepAt(schedule, from) : goesOnAt(schedule, from);
      const next: Schedule = { ...schedule, nextAt, revision: schedule.revision + 1 };
      if (await store.replaceSchedule(next)) return { current: next, next };
      schedule = await store.findSchedule(first.scheduleId);
    }
    return { current: schedule };
  }

  /** A schedule that cannot continue is ended: otherwise it would be found due again and again, and delay all others. */
  function goesOnAt(schedule: Schedule, from: number): number | null {
    const next = inKnownZone(() => {
      const off = dayOff(schedule, from, closedDays);
      const after = Math.max(from, now() - latenessMs - 1);
      const run = runAfter(schedule, after, off === undefined ? undefined : off + 1);
      return run && latestRepetition(schedule, run, now());
    });
    if (next !== undefined) return next;
    const detail = `A schedule was ended because its next run cannot be calculated in ${schedule.timeZone}`;
    log.error("schedule_without_zone", detail, { schedule_id: schedule.scheduleId });
    return null;
  }

  return { take, carryOut, goOn };
}

/** Sets an alarm for the schedule's next run. Never rejects: the sweep finds what the alarm misses. */
export async function armAlarm(alarm: Alarm, { scheduleId, nextAt, paused }: Schedule, log: Log): Promise<void> {
  if (nextAt === null || paused) return;
  await alarm.set(scheduleId, nextAt).catch((error: unknown) => {
    const detail = `Could not set an alarm; the sweep will find the schedule when it is due: ${describe(error)}`;
    log.debug("schedule_without_alarm", detail, { schedule_id: scheduleId });
  });
}
