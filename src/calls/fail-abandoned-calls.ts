import type { Log } from "../observability/log.js";
import type { CallRecord } from "../records/call-record.js";
import type { CallStore } from "../records/stores.js";
import { isFinalStatus } from "./call-state.js";
import type { ResultOutbox } from "./conclude-call.js";
import { brokenOff, leftAlone, settleRecord } from "./settle-record.js";

export interface AbandonedCallsNeeds {
  readonly records: CallStore;
  readonly outbox: ResultOutbox;
  /** Whose calls are to be brought to their end: ours, by now. */
  readonly owner: () => string;
  /**
   * Whether a call is going on here: one that is live, or not written down yet. Clocks are not asked: that of a machine
   * that has just started may be behind those of others.
   */
  readonly isLive: (callId: string) => boolean;
  /** Whether a call may yet be gone on with. */
  readonly mayReturn: (record: CallRecord) => Promise<boolean>;
  /** Whether a call is a schedule's that may yet be carried out, or is seen to by whoever does that. */
  readonly isAwaited: (record: CallRecord) => Promise<boolean>;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
  readonly log: Log;
  readonly now?: () => number;
}

/**
 * Brings the calls to their end that a controller which ended without a word has left behind, and which are ours by now.
 * Nobody is called again: what a call had got to is not known beyond its record, and a telephone that rings twice is worse
 * than one that does not.
 *
 * A call whose webhook was stored already had come to its end, and its record is completed from that. What was begun is
 * finished by doing it again. One that may yet be gone on with is left as it is.
 *
 * @returns how many those are
 * @throws {AttendantError} `store_unavailable`
 */
export async function failAbandonedCalls(needs: AbandonedCallsNeeds): Promise<number> {
  const { records, owner, isLive, mayReturn, isAwaited, maxCallMs, log, now = Date.now } = needs;
  let returning = 0;
  for (const { callId } of await records.unfinishedCalls(owner())) {
    if (isLive(callId)) continue;
    // Read again: a call of ours that is not live any more may have ended since the list was made.
    const record = await records.findCall(callId);
    if (!record || isFinalStatus(record.status) || (await isAwaited(record))) continue;
    if (await mayReturn(record)) {
      if (!isLive(callId)) returning++;
      continue;
    }
    if (isLive(callId)) continue;
    const end = record.stage === undefined ? brokenOff(record, maxCallMs, now()) : leftAlone(record, maxCallMs, now());
    const final = await settleRecord(end, needs);
    log.warn(
      "abandoned_call_failed",
      `A call that its controller had left was brought to its end: ${final.error ?? final.status}`,
      {
        call_id: callId,
        outcome: final.status,
      },
    );
  }
  return returning;
}
