import type { CallRecord } from "../records/call-record.js";
import { durationSeconds } from "./call.js";

/** What a webhook tells of a call. Names and meanings are the interface's. */
export interface CallResult {
  readonly call_id: string;
  readonly status: string;
  readonly extension: string;
  readonly duration_seconds: number;
  readonly message_played: boolean;
  readonly choice_response: string | null;
  readonly choice_raw_text: string | null;
  readonly choice_status: string | null;
  /** Of a call that a schedule placed. */
  readonly schedule_id: string | null;
  readonly error: string | null;
}

export function resultOf(record: CallRecord): CallResult {
  return {
    call_id: record.callId,
    status: record.status,
    extension: record.extension,
    duration_seconds: durationSeconds(record, record.endedAt ?? record.createdAt),
    message_played: record.messagePlayed,
    choice_response: record.choiceResponse,
    choice_raw_text: record.choiceRawText,
    choice_status: record.choiceStatus,
    schedule_id: record.scheduleId,
    error: record.error,
  };
}
