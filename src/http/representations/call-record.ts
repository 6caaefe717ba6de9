import { durationSeconds } from "../../calls/call.js";
import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import { instant, instantOrNull } from "./instant.js";

/**
 * A call as clients see it.
 *
 * @param now ms since the epoch: until when a live call has lasted
 */
export function callRecordBody(record: CallRecord, now: number) {
  return {
    call_id: record.callId,
    direction: record.direction,
    status: record.status,
    extension: record.extension,
    caller: record.caller || null,
    created_at: instant(record.createdAt),
    ringing_at: instantOrNull(record.ringingAt),
    answered_at: instantOrNull(record.answeredAt),
    ended_at: instantOrNull(record.endedAt),
    duration_seconds: durationSeconds(record, now),
    message_played: record.messagePlayed,
    choice_response: record.choiceResponse,
    choice_raw_text: record.choiceRawText,
    choice_status: record.choiceStatus,
    tool: record.tool,
    schedule_id: record.scheduleId,
    error: record.error,
  };
}

export function transcriptBody(callId: string, entries: readonly TranscriptEntry[]) {
  return { call_id: callId, entries: entries.map(({ at, ...entry }) => ({ at: instant(at), ...entry })) };
}
