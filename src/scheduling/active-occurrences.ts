import { randomUUID } from "node:crypto";
import { pause } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { FOR_LIFE, type Occurrence, occurrenceIdOf, type Schedule } from "../records/schedule.js";
import { concludeOccurrence } from "./conclude-occurrence.js";
import type { WriteOff } from "./occurrence-executor.js";
import { type LeasedOccurrence, runOccurrence, type RunOccurrenceNeeds } from "./run-occurrence.js";

export interface ActiveOccurrencesNeeds extends RunOccurrenceNeeds {
  readonly scope: Scope;
  /** Before a run is begun again that threw, ms. */
  readonly retryMs: number;
}

/** The occurrences that this controller sees to: each is run in the background. */
export interface ActiveOccurrences {
  /** Whether it sees to it, or is about to. */
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
}

export function createActiveOccurrences(needs: ActiveOccurrencesNeeds): ActiveOccurrences {
  const { store, owner, scope, leaving, log, now, retryMs } = needs;
  const active = new Map<string, LeasedOccurrence>();
  const claiming = new Set<string>();

  function begin(occurrence: Occurrence, schedule: Schedule | undefined, writeOff?: WriteOff): void {
    const { occurrenceId } = occurrence;
    if (active.has(occurrenceId)) return;
    const leased: LeasedOccurrence = { occurrence, schedule, writeOff };
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
      const from = { state: "claimed", owner: leased.occurrence.owner } as const;
      const release = () => store.moveOccurrence(occurrenceId, from, { owner: "", leaseUntil: 0 });
      if (!leaving.aborted) {
        log.error("schedule_run_failed", `A scheduled run could not be seen to: ${describe(error)}`, logFields);
        // The sweep begins anew what is ours and not under way.
        await pause(retryMs, leaving).catch(() => {});
      }
      // Lets whoever comes next have at once what was not dialled.
      if (leaving.aborted) await release().catch(() => {});
    }
  }

  return {
    has: (occurrenceId) => active.has(occurrenceId) || claiming.has(occurrenceId),

    async claim(schedule, dueAt, { callId = randomUUID(), writeOff } = {}) {
      const { scheduleId } = schedule;
      const occurrence: Occurrence = {
        occurrenceId: occurrenceIdOf(scheduleId, dueAt),
        scheduleId,
        dueAt,
        state: "claimed",
        owner: owner(),
        leaseUntil: FOR_LIFE,
        callId,
        channelId: null,
        outcome: null,
        error: null,
      };
      // The sweep finds it as ours before we are told that it is.
      claiming.add(occurrence.occurrenceId);
      try {
        if (!(await store.addOccurrence(occurrence))) return undefined;
        begin(occurrence, schedule, writeOff);
        return callId;
      } finally {
        claiming.delete(occurrence.occurrenceId);
      }
    },

    begin,
  };
}
