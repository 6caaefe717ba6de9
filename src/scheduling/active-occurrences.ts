import { randomUUID } from "node:crypto";
import { pause } from "../kernel/deadline.js";
import { dropOldest } from "../kernel/drop-oldest.js";
import { describe, hasCode } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { FOR_LIFE, type Occurrence, occurrenceIdOf, type Schedule } from "../records/schedule.js";
import { concludeOccurrence } from "./conclude-occurrence.js";
import type { WriteOff } from "./occurrence-executor.js";
import { type LeasedOccurrence, runOccurrence, type RunOccurrenceNeeds } from "./run-occurrence.js";

export interface ActiveOccurrencesNeeds extends RunOccurrenceNeeds {
  readonly scope: Scope;
  /** Continues with a chain whose step has ended. Must not reject. */
  readonly goOn: (chain: Schedule) => Promise<void>;
  /** Pause before a failed run is started again, in ms. */
  readonly retryMs: number;
}

/** The occurrences that this controller owns; each runs in the background. */
export interface ActiveOccurrences {
  /** Whether this controller runs the occurrence or is about to. */
  has(occurrenceId: string): boolean;
  /**
   * Claims a schedule's run at an instant, if it is unclaimed, and starts it; with a writeOff it is not carried out.
   *
   * @param how `callId`: the id of its call, fixed with the claim; `start`: starts it, or decides not to
   * @returns the id of its call; undefined when that instant is already claimed
   * @throws {AttendantError} `store_unavailable`
   */
  claim(
    schedule: Schedule,
    dueAt: number,
    how?: {
      readonly callId?: string | undefined;
      readonly writeOff?: WriteOff | undefined;
      readonly start?: (occurrence: Occurrence) => Promise<void>;
    },
  ): Promise<string | undefined>;
  /** Runs an occurrence that this controller already owns, unless it is already running. */
  begin(occurrence: Occurrence, schedule: Schedule | undefined, writeOff?: WriteOff): void;
  /** Writes off the occurrence with this call when it is begun, if the store got the claim that it did not confirm. */
  withdraw(callId: string): void;
}

/** Maximum number of unconfirmed claims that are remembered. */
const MAX_UNCONFIRMED = 1_000;
const WITHDRAWN: WriteOff = {
  outcome: "cancelled",
  error: "The store did not confirm the run, and the client was told that it had failed.",
};

export function createActiveOccurrences(needs: ActiveOccurrencesNeeds): ActiveOccurrences {
  const { store, owner, scope, goOn, leaving, log, now, retryMs } = needs;
  const active = new Map<string, LeasedOccurrence>();
  const claiming = new Set<string>();
  /** The claims that the store may have or get, by the ids of their calls, latest last: whether they were withdrawn. */
  const unconfirmed = new Map<string, boolean>();

  function begin(occurrence: Occurrence, schedule: Schedule | undefined, writeOff?: WriteOff): void {
    const { occurrenceId } = occurrence;
    if (active.has(occurrenceId)) return;
    const reason = writeOff ?? (unconfirmed.get(occurrence.callId) ? WITHDRAWN : undefined);
    const leased: LeasedOccurrence = { occurrence, schedule, writeOff: reason };
    active.set(occurrenceId, leased);
    void scope.run(run(leased)).finally(() => active.delete(occurrenceId));
  }

  async function run(leased: LeasedOccurrence): Promise<void> {
    const { occurrenceId, scheduleId, dueAt, callId } = leased.occurrence;
    const logFields = { schedule_id: scheduleId, call_id: callId };
    const lateMs = Math.max(0, now() - dueAt);
    log.info("schedule_due", "A scheduled run is due", { ...logFields, late_ms: lateMs, kind: leased.schedule?.kind });
    try {
      const chain = await concludeOccurrence(leased, await runOccurrence(leased, needs), needs);
      // Not before: if this fails, the run begins again.
      unconfirmed.delete(callId);
      if (chain && !leaving.aborted) await goOn(chain);
    } catch (error) {
      const from = { state: "claimed", owner: leased.occurrence.owner } as const;
      const release = () => store.moveOccurrence(occurrenceId, from, { owner: "", leaseUntil: 0 });
      if (!leaving.aborted) {
        log.error(
          "schedule_run_failed",
          `A scheduled run failed and will be tried again: ${describe(error)}`,
          logFields,
        );
        // The sweep restarts runs that this controller owns and that are not running.
        await pause(retryMs, leaving).catch(() => {});
      }
      // Releases what was not dialled, so that the next process can take it at once.
      if (leaving.aborted) await release().catch(() => {});
    }
  }

  /** @returns whether the instant was unclaimed */
  async function add(occurrence: Occurrence): Promise<boolean> {
    try {
      return await store.addOccurrence(occurrence);
    } catch (error) {
      if (hasCode(error, "store_unavailable")) unconfirmed.set(occurrence.callId, false);
      dropOldest(unconfirmed, MAX_UNCONFIRMED);
      throw error;
    }
  }

  return {
    has: (occurrenceId) => active.has(occurrenceId) || claiming.has(occurrenceId),

    async claim(schedule, dueAt, { callId = randomUUID(), writeOff, start } = {}) {
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
      // The sweep may find the run as ours before this call returns.
      claiming.add(occurrence.occurrenceId);
      try {
        if (!(await add(occurrence))) return undefined;
        if (start) await start(occurrence);
        else begin(occurrence, schedule, writeOff);
        return callId;
      } finally {
        claiming.delete(occurrence.occurrenceId);
      }
    },

    begin,

    withdraw(callId) {
      if (unconfirmed.has(callId)) unconfirmed.set(callId, true);
    },
  };
}
