import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import { Semaphore } from "../kernel/turns.js";
import type { Log } from "../observability/log.js";
import { isOngoing } from "../records/chain.js";
import { FOR_LIFE, isChain, type Occurrence, type Schedule } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import type { ActiveOccurrences } from "./active-occurrences.js";
import type { DueSchedules } from "./due-schedules.js";

export interface SweepNeeds {
  readonly store: ScheduleStore;
  readonly due: DueSchedules;
  readonly active: ActiveOccurrences;
  readonly owner: () => string;
  readonly log: Log;
  readonly now: () => number;
  readonly sweepMs: number;
}

/** Runs overdue for less than this are left to the alarm, in ms. */
const ALARM_MS = 1_000;
const MAX_AT_ONCE = 200;
/** Chains that are over and reported at a time: each may wait some seconds for the end of a call. */
const MAX_REPORTS = 50;
/** Time after which a controller of an earlier version that was about to dial is considered dead, in ms. */
const GONE_MS = 86_400_000;

/**
 * Finds unhandled work, until the signal aborts: due schedules whose alarm did not ring, runs taken over from a dead controller,
 * released runs. The alarm is only faster; nothing depends on it.
 */
export function sweep(needs: SweepNeeds, signal: AbortSignal): Promise<never> {
  const { store, due, active, owner, log, now, sweepMs } = needs;
  const reports = new Semaphore(MAX_REPORTS);
  let isAway = false;

  async function sweepOnce(settled: () => void): Promise<void> {
    for (const occurrence of await store.openOccurrences({ leaseBefore: now() })) await takeOver(occurrence);
    for (const occurrence of await store.openOccurrences({ owner: owner() })) {
      signal.throwIfAborted();
      await begin(occurrence);
    }
    await takeOverdue();
    if (isAway) log.info("schedules_back", "Schedules are being checked again");
    isAway = false;
    settled();
  }

  async function takeOverdue(): Promise<void> {
    for (;;) {
      const overdue = await store.dueSchedules(now() - ALARM_MS, MAX_AT_ONCE);
      let settledHere = 0;
      const take = async (schedule: Schedule) => {
        signal.throwIfAborted();
        if (await due.take(schedule)) settledHere++;
      };
      const isOver = (schedule: Schedule) => isChain(schedule) && !isOngoing(schedule);
      for (const schedule of overdue) if (!isOver(schedule)) await take(schedule);
      await Promise.all(overdue.filter(isOver).map((chain) => reports.run(signal, () => take(chain))));
      if (overdue.length < MAX_AT_ONCE || settledHere === 0) return;
    }
  }

  /** Takes released runs, and those of a controller of an earlier version whose lease has expired. */
  async function takeOver({ occurrenceId, state, owner: from, leaseUntil }: Occurrence): Promise<void> {
    // Whether it was dialled is known only to its controller and that controller's Asterisk.
    if (state === "dialling" && now() - leaseUntil <= GONE_MS) return;
    const change = { owner: owner(), leaseUntil: FOR_LIFE };
    await store.moveOccurrence(occurrenceId, { state, owner: from }, change);
  }

  /** Starts runs that this controller owns but has not started. */
  async function begin({ occurrenceId, scheduleId }: Occurrence): Promise<void> {
    if (active.has(occurrenceId)) return;
    // It may have ended since the list was read.
    const current = await store.findOccurrence(occurrenceId);
    if (!current || current.state === "over" || current.owner !== owner() || active.has(occurrenceId)) return;
    const schedule = await store.findSchedule(scheduleId);
    log.warn("schedule_taken_over", "An orphaned scheduled run is carried out here", { schedule_id: scheduleId });
    await due.carryOut(current, schedule);
  }

  return retryForever(signal, { firstMs: sweepMs, maxMs: sweepMs }, sweepOnce, (error) => {
    if (!isAway) log.warn("schedules_wait", `Could not check the schedules: ${describe(error)}`);
    isAway = true;
  });
}
