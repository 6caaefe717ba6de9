import type { CallRecord, CallStatus } from "../../records/call-record.js";
import { durationSeconds } from "./call.js";

/** The result of a call as webhooks report it. Names and meanings are part of the interface. */
export interface CallResult {
  readonly call_id: string;
  /** The record's status; `missed` for a scheduled run that came too late for a call. */
  readonly status: CallStatus | "missed";
  readonly extension: string;
  /** ISO 8601. */
  readonly disclosed_at: string | null;
  readonly disclosure_waived: string | null;
  readonly answered_by: string | null;
  readonly answer_evidence: string | null;
  readonly duration_seconds: number;
  readonly message_played: boolean;
  readonly choice_response: string | null;
  readonly choice_raw_text: string | null;
  readonly choice_status: string | null;
  readonly choice_matched_by: string | null;
  readonly question_heard: boolean | null;
  readonly transferred_to: string | null;
  readonly transfer_outcome: string | null;
  /** The schedule that placed the call. */
  readonly schedule_id: string | null;
  /** The chain that the call is a step of. */
  readonly chain_id: string | null;
  readonly error: string | null;
}

/** Returns the result of a missed occurrence, which stands for the call that was not placed. */
export function missedResultOf(record: CallRecord, error: string): CallResult {
  return { ...resultOf(record), status: "missed", error };
}

export function resultOf(record: CallRecord): CallResult {
  return {
    call_id: record.callId,
    status: record.status,
    extension: record.extension,
    disclosed_at: typeof record.disclosedAt === "number" ? new Date(record.disclosedAt).toISOString() : null,
    disclosure_waived: record.disclosureWaived ?? null,
    answered_by: record.answeredBy ?? null,
    answer_evidence: record.answerEvidence ?? null,
    duration_seconds: durationSeconds(record, record.endedAt ?? record.createdAt),
    message_played: record.messagePlayed,
    choice_response: record.choiceResponse,
    choice_raw_text: record.choiceRawText,
    choice_status: record.choiceStatus,
    choice_matched_by: record.choiceMatchedBy ?? null,
    question_heard: record.questionHeard ?? null,
    transferred_to: record.transferredTo ?? null,
    transfer_outcome: record.transferOutcome ?? null,
    schedule_id: record.scheduleId,
    chain_id: record.chainId ?? null,
    error: record.error,
  };
}
