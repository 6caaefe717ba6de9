import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { LastRun, Occurrence, Schedule } from "../records/schedule.js";
import type { OccurrenceEnd, WriteOff } from "./occurrence-executor.js";
import { LEASE_MS } from "./claim.js";
import { retryWhileStoreAway } from "./persist.js";
import { type LeasedOccurrence, runOccurrence, type RunOccurrenceNeeds } from "./run-occurrence.js";

export interface ActiveOccurrencesNeeds extends RunOccurrenceNeeds {
  readonly scope: Scope;
}

/** The occurrences that this controller sees to. */
export interface ActiveOccurrences {
  has(occurrenceId: string): boolean;
  /** Sees an occurrence of ours through, in the background, unless it is under way already. */
  begin(occurrence: Occurrence, schedule: Schedule | undefined, verdict?: WriteOff): void;
  /** Says that we are alive: nobody takes what we see to. Rejects with `store_unavailable`. */
  renewLeases(): Promise<void>;
}

export function createActiveOccurrences(needs: ActiveOccurrencesNeeds): ActiveOccurrences {
  const { store, owner, leaving, log, metrics, scope, now } = needs;
  const all = new Map<string, LeasedOccurrence>();

  async function run(held: LeasedOccurrence): Promise<void> {
    const { scheduleId, dueAt, callId } = held.occurrence;
    const told = { schedule_id: scheduleId, call_id: callId };
    const lateMs = Math.max(0, now() - dueAt);
    log.info("schedule_due", "A scheduled run is due", { ...told, late_ms: lateMs, kind: held.schedule?.kind });
    try {
      const end = await runOccurrence(held, needs);
      if (end && (await conclude(held, end))) tell(end, told);
      else log.warn("schedule_left", "Another controller sees to a scheduled run now", told);
    } catch (error) {
      if (leaving.aborted) return release(held.occurrence);
      // Its lease runs out; then it is looked at again.
      log.error("schedule_run_failed", `A scheduled run could not be seen to: ${describe(error)}`, told);
    }
  }

  function tell({ outcome, error }: OccurrenceEnd, told: Readonly<Record<string, unknown>>): void {
    metrics.occurrenceEnded(outcome);
    const facts = { ...told, outcome, ...(error !== null && { error }) };
    if (outcome === "missed") log.warn("schedule_missed", `A scheduled run was missed: ${error}`, facts);
    else if (error) log.warn("schedule_over", `A scheduled run is over: ${error}`, facts);
    else log.info("schedule_over", "A scheduled run is over", facts);
  }

  /** Writes down how it ended, at its schedule first. @returns whether it was still ours */
  async function conclude(
    { occurrence }: LeasedOccurrence,
    { outcome, callId, error }: OccurrenceEnd,
  ): Promise<boolean> {
    const { occurrenceId, scheduleId, dueAt, state } = occurrence;
    const from = { state, owner };
    const still = { leaseUntil: now() + LEASE_MS };
    if (!(await retryWhileStoreAway(leaving, () => store.moveOccurrence(occurrenceId, from, still)))) return false;
    await retryWhileStoreAway(leaving, async () => {
      for (;;) {
        const schedule = await store.findSchedule(scheduleId);
        if (!schedule || isLater(schedule.lastRun, dueAt)) return;
        const lastRun = { dueAt, outcome, callId, error };
        if (await store.replaceSchedule({ ...schedule, lastRun, revision: schedule.revision + 1 })) return;
      }
    });
    await retryWhileStoreAway(leaving, () =>
      store.moveOccurrence(occurrenceId, from, { state: "over", outcome, error }),
    );
    return true;
  }

  /** Whether something has become of a later run. That one still to come is to be left out hides nothing that has run. */
  function isLater(lastRun: LastRun | null, dueAt: number): boolean {
    return lastRun !== null && lastRun.dueAt > dueAt && !(lastRun.outcome === "skipped" && lastRun.dueAt > now());
  }

  /** Lets whoever comes next have at once what was not dialled. */
  async function release({ occurrenceId }: Occurrence): Promise<void> {
    await store.moveOccurrence(occurrenceId, { state: "claimed", owner }, { leaseUntil: 0 }).catch(() => {});
  }

  return {
    has: (occurrenceId) => all.has(occurrenceId),

    begin(occurrence, schedule, verdict) {
      const { occurrenceId } = occurrence;
      if (all.has(occurrenceId)) return;
      const held: LeasedOccurrence = { occurrence, schedule, verdict };
      all.set(occurrenceId, held);
      void scope.run(run(held)).finally(() => all.delete(occurrenceId));
    },

    async renewLeases() {
      const leaseUntil = now() + LEASE_MS;
      for (const { occurrence } of [...all.values()]) {
        await store.moveOccurrence(occurrence.occurrenceId, { state: occurrence.state, owner }, { leaseUntil });
      }
    },
  };
}
