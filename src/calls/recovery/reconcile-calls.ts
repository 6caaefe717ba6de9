import { Ending } from "../../kernel/ending.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import type { CallStore, ScheduleStore } from "../../records/stores.js";
import { concludeOccurrence, type ConcludeOccurrenceNeeds } from "../../scheduling/conclude-occurrence.js";
import { isFinalStatus } from "../record/call-state.js";
import type { ResultOutbox } from "../record/conclude-call.js";
import type { LiveCalls } from "../live/live-calls.js";
import { brokenOff, leftBehind, settleCall } from "../record/settle-call.js";

/*
 * Reconciles calls whose owner has changed. A controller concludes the calls that a dead one left to it; one that was declared
 * dead by mistake reconciles its live calls with the store; a copy of a store closes what the original carries out.
 */

export interface AbandonedCallsNeeds {
  readonly records: CallStore;
  readonly outbox: ResultOutbox;
  /** Our owner name, which the abandoned calls have by now. */
  readonly owner: () => string;
  /** Whether a call is live here, or being recorded. Clocks are not compared: that of a restarted machine may be behind. */
  readonly isLive: (callId: string) => boolean;
  /** Whether a call may still be resumed. */
  readonly mayReturn: (record: CallRecord) => Promise<boolean>;
  /** Whether a call belongs to a schedule's occurrence that is not over, whose owner handles it. */
  readonly isAwaited: (record: CallRecord) => Promise<boolean>;
  /** Maximum duration of a call from its answer, in ms. */
  readonly maxCallMs: number;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Concludes the calls that a dead controller left and that are now ours. No call is placed again: its progress beyond the
 * record is unknown, and ringing a telephone twice is worse than not ringing it.
 *
 * A call whose webhook is stored had ended: its record is completed from the webhook. A call that may still be resumed is left
 * as it is.
 *
 * @returns the number of calls that may still be resumed
 * @throws {AttendantError} `store_unavailable`
 */
export async function failAbandonedCalls(needs: AbandonedCallsNeeds): Promise<number> {
  const { records, owner, isLive, mayReturn, isAwaited, maxCallMs, log, now } = needs;
  let returning = 0;
  for (const { callId } of await records.unfinishedCalls(owner())) {
    if (isLive(callId)) continue;
    // Read again: a call of ours that is no longer live may have ended since the list was made.
    const record = await records.findCall(callId);
    if (!record || isFinalStatus(record.status) || (await isAwaited(record))) continue;
    if (await mayReturn(record)) {
      if (!isLive(callId)) returning++;
      continue;
    }
    if (isLive(callId)) continue;
    const { status, error } = await settleCall(leftBehind(record, maxCallMs, now()), needs);
    const detail = `Concluded a call abandoned by its controller: ${error ?? status}`;
    log.warn("abandoned_call_failed", detail, { call_id: callId, outcome: status });
  }
  return returning;
}

export interface LostCallsNeeds {
  readonly liveCalls: LiveCalls;
  readonly records: Pick<CallStore, "findCall" | "takeCall">;
  /** Whether a channel is still with this process; undefined while Asterisk cannot be asked. */
  readonly serves: (channelId: string) => Promise<boolean | undefined>;
}

const WRITTEN_OFF = "Another controller declared this one dead, and has written the call off.";

/**
 * Reconciles the live calls of `former`, which this process was until it was declared dead. A call that no controller has
 * taken becomes `owner`'s. Of the others, a call whose channel another controller now serves is released. A placed call ends
 * here: it was reported as failed, and the client may call again. A conversation is taken back, except one that was written
 * off: that continues, and its end is not stored.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function reconcileLostCalls(former: string, owner: string, needs: LostCallsNeeds): Promise<void> {
  const { liveCalls, records, serves } = needs;
  for (const { call, scope } of [...liveCalls.all()]) {
    const { callId, direction, channelId, answeredAt } = call.record;
    if (call.record.owner !== former) continue;
    const kept = await records.findCall(callId);
    if (!kept || kept.owner === owner || kept.owner === former) {
      call.belongsTo(owner);
      continue;
    }
    const isHere = channelId === null || answeredAt === null ? undefined : await serves(channelId);
    const isOver = isFinalStatus(kept.status);
    if (isHere === false && !isOver) scope.end(new Ending("taken_over", "Another controller continues the call."));
    else if (direction === "outbound") scope.end(new Ending("failed", WRITTEN_OFF));
    else if (isHere && !isOver && (await records.takeCall(callId, kept.owner, owner))) call.belongsTo(owner);
  }
}

export interface CopiedCallsNeeds extends Omit<ConcludeOccurrenceNeeds, "store"> {
  readonly store: Pick<CallStore, "unfinishedCalls" | "saveCall"> & ScheduleStore;
  /** Maximum duration of a call from its answer, in ms. */
  readonly maxCallMs: number;
}

const COPIED = "The store was copied or moved during the call: how it ended is not known here.";

/**
 * Closes the calls and occurrences of an owner that were in progress when its store was copied, and reports none of them: the
 * controller on the original store carries them out and reports how they ended.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function closeCopiedCalls(owner: string, needs: CopiedCallsNeeds): Promise<void> {
  const { store, maxCallMs, log, now } = needs;
  for (const record of await store.unfinishedCalls(owner)) {
    await store.saveCall({ ...brokenOff(record, maxCallMs, now()), status: "failed", error: COPIED });
    log.warn("copied_call_let_go", COPIED, { call_id: record.callId });
  }
  for (const occurrence of await store.openOccurrences({ owner })) {
    const end = { kind: "over", outcome: "failed", callId: null, error: COPIED } as const;
    await concludeOccurrence({ occurrence, schedule: undefined }, end, needs);
  }
}
