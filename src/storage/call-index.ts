import type { CallRecord, CallStatus } from "../records/call-record.js";
import type { CallQuery } from "../records/stores.js";
import { fromCursor, latestFirst, type Position } from "./cursors.js";
import { keyText } from "./stored-text.js";

const UNFINISHED: readonly CallStatus[] = ["queued", "ringing", "in_progress"];
/** What a list of calls may be narrowed to, the fewest calls first as a rule: the first that is given is looked up. */
export const CALL_FILTERS = [
  "scheduleId",
  "extension",
  "status",
  "direction",
] as const satisfies readonly (keyof CallQuery & keyof CallRecord)[];

/** When a call was over, ms since the epoch; null while it is not. */
export function overAt(record: CallRecord): number | null {
  if (UNFINISHED.includes(record.status)) return null;
  return record.endedAt ?? record.createdAt;
}

/** Where a call stands among all. */
export function positionOf(record: CallRecord): Position {
  return { at: record.createdAt, id: keyText(record.callId) };
}

/**
 * The position that all calls of a list stand behind, which is told latest first: that of the cursor, or of `until` where
 * that is further back. @throws {AttendantError} `invalid_request` when the cursor is none of ours
 */
export function beginningOf({ cursor, until }: CallQuery): Position | undefined {
  const after = cursor === undefined ? [] : [fromCursor(cursor)];
  const before = until === undefined ? [] : [{ at: until, id: "" }]; // No id sorts before that.
  return [...after, ...before].sort(latestFirst).at(-1);
}

/** Whether a call is one of those asked for, on whatever page. */
export function isAskedFor(record: CallRecord, query: CallQuery): boolean {
  const { since, until, number, words } = query;
  if (words) return false; // What is held was not looked through.
  if (number !== undefined && !`${record.extension} ${record.caller}`.includes(number)) return false;
  if (since !== undefined && record.createdAt < since) return false;
  if (until !== undefined && record.createdAt >= until) return false;
  return CALL_FILTERS.every((name) => query[name] === undefined || record[name] === query[name]);
}
