import { randomUUID } from "node:crypto";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { type Occurrence, occurrenceIdOf, type Schedule } from "../records/schedule.js";
import { concludeOccurrence } from "./conclude-occurrence.js";
import type { WriteOff } from "./occurrence-executor.js";
import { LEASE_MS, type LeasedOccurrence, runOccurrence, type RunOccurrenceNeeds } from "./run-occurrence.js";

export interface ActiveOccurrencesNeeds extends RunOccurrenceNeeds {
  readonly scope: Scope;
}

/** The occurrences that this controller sees to: each is run in the background, under a lease. */
export interface ActiveOccurrences {
  has(occurrenceId: string): boolean;
  /**
   * Claims a schedule's run at an instant, unless somebody has, and begins it; with a writeOff it is not carried out.
   *
   * @param how `callId`: of its call, fixed with the claim
   * @returns the id of its call; undefined when that instant has its run
   * @throws {AttendantError} `store_unavailable`
   */
  claim(
    schedule: Schedule,
    dueAt: number,
    how?: { readonly callId?: string | undefined; readonly writeOff?: WriteOff | undefined },
  ): Promise<string | undefined>;
  /** Runs an occurrence that is ours already, unless it is under way. */
  begin(occurrence: Occurrence, schedule: Schedule | undefined, writeOff?: WriteOff): void;
  /** Says that we are alive: nobody takes what we see to. Rejects with `store_unavailable`. */
  renewLeases(): Promise<void>;
}

export function createActiveOccurrences(needs: ActiveOccurrencesNeeds): ActiveOccurrences {
  const { store, owner, scope, leaving, log, now } = needs;
  const active = new Map<string, LeasedOccurrence>();

  function begin(occurrence: Occurrence, schedule: Schedule | undefined, writeOff?: WriteOff): void {
    const { occurrenceId } = occurrence;
    if (active.has(occurrenceId)) return;
    const leased: LeasedOccurrence = { occurrence, schedule, writeOff: writeOff };
    active.set(occurrenceId, leased);
    void scope.run(run(leased)).finally(() => active.delete(occurrenceId));
  }

  async function run(leased: LeasedOccurrence): Promise<void> {
    const { occurrenceId, scheduleId, dueAt, callId } = leased.occurrence;
    const logFields = { schedule_id: scheduleId, call_id: callId };
    const lateMs = Math.max(0, now() - dueAt);
    log.info("schedule_due", "A scheduled run is due", { ...logFields, late_ms: lateMs, kind: leased.schedule?.kind });
    try {
      await concludeOccurrence(leased, await runOccurrence(leased, needs), needs);
    } catch (error) {
      // Lets whoever comes next have at once what was not dialled.
      const release = () => store.moveOccurrence(occurrenceId, { state: "claimed", owner }, { leaseUntil: 0 });
      if (leaving.aborted) return void (await release().catch(() => {}));
      // Its lease runs out; then it is looked at again.
      log.error("schedule_run_failed", `A scheduled run could not be seen to: ${describe(error)}`, logFields);
    }
  }

  return {
    has: (occurrenceId) => active.has(occurrenceId),

    async claim(schedule, dueAt, { callId = randomUUID(), writeOff } = {}) {
      const { scheduleId } = schedule;
      const occurrence: Occurrence = {
        occurrenceId: occurrenceIdOf(scheduleId, dueAt),
        scheduleId,
        dueAt,
        state: "claimed",
        owner,
        leaseUntil: now() + LEASE_MS,
        callId,
        channelId: null,
        outcome: null,
        error: null,
      };
      if (!(await store.addOccurrence(occurrence))) return undefined;
      begin(occurrence, schedule, writeOff);
      return callId;
    },

    begin,

    async renewLeases() {
      const leaseUntil = now() + LEASE_MS;
      for (const { occurrence } of [...active.values()]) {
        await store.moveOccurrence(occurrence.occurrenceId, { state: occurrence.state, owner }, { leaseUntil });
      }
    },
  };
}
