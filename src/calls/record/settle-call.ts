import { describe, hasCode } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import type { CallStore } from "../../records/stores.js";
import { type CallResult, resultOf } from "./call-result.js";
import { otherEnd, type ResultOutbox } from "./conclude-call.js";

export interface SettleNeeds {
  readonly records: Pick<CallStore, "saveCall">;
  readonly outbox: ResultOutbox;
  readonly log: Log;
}

/**
 * Records and reports the end of a call that is not live: `final`, unless its webhook is already stored. In that case the
 * record is completed from the webhook.
 *
 * @returns the record as it stands
 * @throws {AttendantError} `store_unavailable`
 */
export async function settleCall(final: CallRecord, needs: SettleNeeds): Promise<CallRecord> {
  const told = await report(final, resultOf(final), needs);
  const settled = told ? withResult(final, told) : final;
  await needs.records.saveCall(settled);
  return settled;
}

/**
 * Stores a result to be sent to the call's webhook, unless one is stored already.
 *
 * @returns the result that is stored; undefined when the call has no webhook
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
    // A result that can never be stored must not hold up the end of this call, or of those after it.
    log.error("call_not_recorded", `Could not store how the call ended: ${describe(error)}`, { call_id: callId });
    return undefined;
  }
}

/**
 * Returns how a call ended that a dead controller left behind.
 *
 * @param maxCallMs maximum duration of a call from its answer, in ms
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
    ...(isAllSaid(record) || record.transferOutcome === "transferred"
      ? { status: "completed", error: null }
      : { status: "failed", error: `The service stopped unexpectedly ${when}.` }),
    // Asterisk keeps a call without its controller, but not for longer than this.
    endedAt: answeredAt === null ? now : Math.min(now, answeredAt + maxCallMs),
    script: undefined,
  };
}

/** Returns how a call ended that continued without a controller: the parties have hung up. */
export function leftAlone(record: CallRecord, maxCallMs: number, now: number): CallRecord {
  const endedBy = otherEnd(record.direction);
  return { ...brokenOff(record, maxCallMs, now), status: "completed", endedBy, error: null, stage: undefined };
}

/** Returns how a call ended that a dead controller left behind, whether it needed one at the time or not. */
export function leftBehind(record: CallRecord, maxCallMs: number, now: number): CallRecord {
  return record.stage === undefined ? brokenOff(record, maxCallMs, now) : leftAlone(record, maxCallMs, now);
}

/** Whether only the goodbye was cut off. */
function isAllSaid({ messagePlayed, choiceStatus, script }: CallRecord): boolean {
  return messagePlayed && script !== undefined && (script.choice === null || choiceStatus !== null);
}

/** Completes a record from the result that was reported, even if the answer never reached the record. */
function withResult(record: CallRecord, result: CallResult): CallRecord {
  const lastedMs = Math.round(result.duration_seconds * 1000);
  const { endedAt } = record;
  const answeredAt = record.answeredAt ?? (endedAt !== null && lastedMs > 0 ? endedAt - lastedMs : null);
  return {
    ...record,
    status: result.status === "missed" ? "cancelled" : result.status,
    answeredAt,
    ...(result.disclosed_at && { disclosedAt: Date.parse(result.disclosed_at) }),
    // A webhook stored by an earlier version lacks some of these.
    ...(result.answered_by && { answeredBy: result.answered_by as CallRecord["answeredBy"] }),
    ...(result.answer_evidence && { answerEvidence: result.answer_evidence as CallRecord["answerEvidence"] }),
    endedAt: answeredAt === null ? endedAt : answeredAt + lastedMs,
    messagePlayed: result.message_played,
    choiceResponse: result.choice_response,
    choiceRawText: result.choice_raw_text,
    choiceStatus: result.choice_status as CallRecord["choiceStatus"],
    choiceMatchedBy: (result.choice_matched_by ?? null) as CallRecord["choiceMatchedBy"],
    questionHeard: result.question_heard ?? null,
    ...(result.transferred_to && {
      transferredTo: result.transferred_to,
      transferOutcome: (result.transfer_outcome ?? undefined) as CallRecord["transferOutcome"],
    }),
    error: result.error,
  };
}
