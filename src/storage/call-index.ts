import type { CallRecord, CallStatus } from "../records/call-record.js";
import type { CallQuery } from "../records/stores.js";
import { fromCursor, latestFirst, type Position } from "./cursors.js";
import { keyText } from "./stored-text.js";

const UNFINISHED: readonly CallStatus[] = ["queued", "ringing", "in_progress"];
/** The filters of a list of calls, usually most selective first: the first one given is looked up in an index. */
export const CALL_FILTERS = [
  "scheduleId",
  "extension",
  "client",
  "status",
  "direction",
] as const satisfies readonly (keyof CallQuery & keyof CallRecord)[];

/** When a call ended, in ms since the epoch; null while it has not. */
export function overAt(record: CallRecord): number | null {
  if (UNFINISHED.includes(record.status)) return null;
  return record.endedAt ?? record.createdAt;
}

/** The position of a call among all. */
export function positionOf(record: CallRecord): Position {
  return { at: record.createdAt, id: keyText(record.callId) };
}

/**
 * The position after which a list, latest first, begins: that of the cursor, or `until` when it is earlier. @throws
 * {AttendantError} `invalid_request` when the cursor is invalid
 */
export function beginningOf({ cursor, until }: CallQuery): Position | undefined {
  const after = cursor === undefined ? [] : [fromCursor(cursor)];
  const before = until === undefined ? [] : [{ at: until, id: "" }]; // No id sorts before the empty text.
  return [...after, ...before].sort(latestFirst).at(-1);
}

/** Whether a call matches the query, on any page. */
export function isAskedFor(record: CallRecord, query: CallQuery): boolean {
  const { since, until, number, words } = query;
  if (words) return false; // Queued writes were not searched.
  if (number !== undefined && !`${record.extension} ${record.caller}`.includes(number)) return false;
  if (since !== undefined && record.createdAt < since) return false;
  if (until !== undefined && record.createdAt >= until) return false;
  return CALL_FILTERS.every((name) => query[name] === undefined || record[name] === query[name]);
}
