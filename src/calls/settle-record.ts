import { describe, hasCode } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { CallRecord } from "../records/call-record.js";
import type { CallStore } from "../records/stores.js";
import { type CallResult, resultOf } from "./call-result.js";
import { otherEnd, type ResultOutbox } from "./conclude-call.js";

export interface SettleNeeds {
  readonly records: Pick<CallStore, "saveCall">;
  readonly outbox: ResultOutbox;
  readonly log: Log;
}

/**
 * Writes down and reports how a call ended that is not live: `final`, unless its webhook was stored already; then its record
 * is completed from that.
 *
 * @returns the record as it stands
 * @throws {AttendantError} `store_unavailable`
 */
export async function settleRecord(final: CallRecord, needs: SettleNeeds): Promise<CallRecord> {
  const told = await report(final, resultOf(final), needs);
  const settled = told ? withResult(final, told) : final;
  await needs.records.saveCall(settled);
  return settled;
}

/**
 * Has a result sent to where a call's goes, unless one is stored already.
 *
 * @returns the one that is stored; undefined where nobody is told
 * @throws {AttendantError} `store_unavailable`
 */
export async function report(
  { callId, callbackUrl }: Pick<CallRecord, "callId" | "callbackUrl">,
  payload: CallResult,
  { outbox, log }: Pick<SettleNeeds, "outbox" | "log">,
): Promise<CallResult | undefined> {
  if (callbackUrl === null) return undefined;
  try {
    return JSON.parse((await outbox.enqueue({ callId, url: callbackUrl, payload })).body) as CallResult;
  } catch (error) {
    if (hasCode(error, "store_unavailable")) throw error;
    // It can never be stored, which is no reason to keep the call, and those after it, from their end.
    log.error("call_not_recorded", `How the call ended could not be kept: ${describe(error)}`, { call_id: callId });
    return undefined;
  }
}

/**
 * How a call ended that a run of the service left behind.
 *
 * @param maxCallMs the longest that a call may last, from its answer on, ms
 */
export function brokenOff(record: CallRecord, maxCallMs: number, now: number): CallRecord {
  const { answeredAt } = record;
  const when = {
    queued: record.channelId === null ? "before it was dialled" : "while it was being dialled",
    ringing: "while it rang",
    in_progress: "during the call",
  }[record.status as "queued" | "ringing" | "in_progress"];
  return {
    ...record,
    ...(isAllSaid(record)
      ? { status: "completed", error: null }
      : { status: "failed", error: `The service stopped unexpectedly ${when}.` }),
    // Asterisk keeps a call without its controller, but not for longer than this.
    endedAt: answeredAt === null ? now : Math.min(now, answeredAt + maxCallMs),
    script: undefined,
  };
}

/** How a call ended that went on without a controller: whoever was in it has hung up. */
export function leftAlone(record: CallRecord, maxCallMs: number, now: number): CallRecord {
  const endedBy = otherEnd(record.direction);
  return { ...brokenOff(record, maxCallMs, now), status: "completed", endedBy, error: null, stage: undefined };
}

/** Whether only the goodbye was broken off. */
function isAllSaid({ messagePlayed, choiceStatus, script }: CallRecord): boolean {
  return messagePlayed && script !== undefined && (script.choice === null || choiceStatus !== null);
}

/** What was reported of a call is what its record says, even of an answer that was not written down any more. */
function withResult(record: CallRecord, result: CallResult): CallRecord {
  const lastedMs = Math.round(result.duration_seconds * 1000);
  const { endedAt } = record;
  const answeredAt = record.answeredAt ?? (endedAt !== null && lastedMs > 0 ? endedAt - lastedMs : null);
  return {
    ...record,
    status: result.status === "missed" ? "cancelled" : result.status,
    answeredAt,
    endedAt: answeredAt === null ? endedAt : answeredAt + lastedMs,
    messagePlayed: result.message_played,
    choiceResponse: result.choice_response,
    choiceRawText: result.choice_raw_text,
    choiceStatus: result.choice_status as CallRecord["choiceStatus"],
    // A webhook that an earlier version stored has neither.
    choiceMatchedBy: (result.choice_matched_by ?? null) as CallRecord["choiceMatchedBy"],
    questionHeard: result.question_heard ?? null,
    error: result.error,
  };
}
