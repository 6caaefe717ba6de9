import type { CallRecord, CallStatus } from "../records/call-record.js";
import type { Position } from "./cursors.js";
import { keyText } from "./stored-text.js";

const UNFINISHED: readonly CallStatus[] = ["queued", "ringing", "in_progress"];

/** When a call was over, ms since the epoch; null while it is not. */
export function overAt(record: CallRecord): number | null {
  if (UNFINISHED.includes(record.status)) return null;
  return record.endedAt ?? record.createdAt;
}

/** Where a call stands among all. */
export function positionOf(record: CallRecord): Position {
  return { at: record.createdAt, id: keyText(record.callId) };
}
