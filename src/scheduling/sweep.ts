import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import type { Occurrence } from "../records/schedule.js";
import type { ScheduleStore } from "../records/stores.js";
import type { ActiveOccurrences } from "./active-occurrences.js";
import type { DueSchedules } from "./due-schedules.js";
import { LEASE_MS } from "./run-occurrence.js";

export interface SweepNeeds {
  readonly store: ScheduleStore;
  readonly due: Pick<DueSchedules, "take">;
  readonly active: ActiveOccurrences;
  readonly owner: string;
  readonly log: Log;
  readonly now: () => number;
}

/** Between two sweeps, ms: several of them fit into a lease. */
const PACE = { firstMs: 4_000, maxMs: 4_000 };
/** What is overdue for less than this is the alarm's, ms. */
const ALARM_MS = 1_000;
const MAX_AT_ONCE = 200;
/** A controller that was about to dial and has not come back for so long, ms, is taken for gone; what it did is not known. */
const GONE_MS = 86_400_000;

/**
 * Finds what nobody sees to, for as long as the signal lives: schedules that are due and whose alarm did not ring, runs of
 * controllers that have died, our own of an earlier run; and renews the leases of our own. The alarm is only quicker than
 * this; nothing depends on it.
 */
export function sweep(needs: SweepNeeds, signal: AbortSignal): Promise<never> {
  const { store, due, active, owner, log, now } = needs;
  let isRecovered = false;
  let isAway = false;

  async function sweepOnce(settled: () => void): Promise<void> {
    if (!isRecovered) {
      for (const occurrence of await store.openOccurrences({ owner })) await takeOver(occurrence);
      isRecovered = true;
    }
    await active.renewLeases();
    await takeOverdue();
    for (const occurrence of await store.openOccurrences({ leaseBefore: now() })) {
      signal.throwIfAborted();
      await takeOver(occurrence);
    }
    if (isAway) log.info("schedules_back", "Schedules can be seen to again");
    isAway = false;
    settled();
  }

  async function takeOverdue(): Promise<void> {
    for (;;) {
      const overdue = await store.dueSchedules(now() - ALARM_MS, MAX_AT_ONCE);
      let settledHere = 0;
      for (const schedule of overdue) {
        signal.throwIfAborted();
        if (await due.take(schedule)) settledHere++;
      }
      if (overdue.length < MAX_AT_ONCE || settledHere === 0) return;
    }
  }

  /** What an earlier run of ours has left behind, and what runs of others have whose lease is over. */
  async function takeOver(occurrence: Occurrence): Promise<void> {
    const { occurrenceId, scheduleId, state, leaseUntil } = occurrence;
    if (active.has(occurrenceId)) return;
    let ours = occurrence;
    if (occurrence.owner !== owner) {
      const isGone = now() - leaseUntil > GONE_MS;
      // Whether it was dialled is between its controller and the Asterisk of that.
      if (state === "dialling" && !isGone) return;
      const change = { owner, leaseUntil: now() + LEASE_MS };
      if (!(await store.moveOccurrence(occurrenceId, { state, owner: occurrence.owner }, change))) return;
      ours = { ...occurrence, ...change };
      log.warn("schedule_taken_over", "A controller has left a scheduled run, which is seen to here", {
        schedule_id: scheduleId,
        from: occurrence.owner,
      });
    }
    active.begin(ours, await store.findSchedule(scheduleId));
  }

  return retryForever(signal, PACE, sweepOnce, (error) => {
    if (!isAway) log.warn("schedules_wait", `Schedules cannot be looked at: ${describe(error)}`);
    isAway = true;
  });
}
