import type { CallRecord, CallStatus } from "../records/call-record.js";
import { type Delivery, MAX_RETRY_AFTER_MS } from "../records/delivery.js";
import type { DoNotCallEntry } from "../records/do-not-call.js";
import type { Schedule } from "../records/schedule.js";
import type { CallQuery, ScheduleQuery } from "../records/stores.js";
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
export function callPosition(record: CallRecord): Position {
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

/** Whether a schedule has no further runs. */
export const isOver = (schedule: Schedule): boolean => schedule.nextAt === null;

/** The direction of a list by {@link schedulePosition}: soonest first, unless it includes schedules that are over. */
export const isLatestFirst = ({ status }: Pick<ScheduleQuery, "status">): boolean =>
  status === "over" || status === "all";

/**
 * The position of a schedule: by its next run or, when it is over, by its latest run. A schedule that is over and whose run has
 * no result yet is ordered by its creation.
 */
export function schedulePosition(schedule: Schedule): Position {
  const { nextAt, lastRun, createdAt } = schedule;
  return { at: nextAt ?? lastRun?.dueAt ?? createdAt, id: keyText(schedule.scheduleId) };
}

/** When a delivery is next due, in ms since the epoch; null when it is not, whatever `nextAttemptAt` says. */
export function dueAt(delivery: Delivery): number | null {
  return delivery.status === "pending" ? delivery.nextAttemptAt : null;
}

/**
 * How far ahead a delivery may be due, in ms: the longest pause that a receiver may request, and an hour. One that is due later was leased or
 * postponed by a clock that was ahead, and is due now.
 */
export const DELIVERY_AHEAD_MS = MAX_RETRY_AFTER_MS + 3_600_000;

/** Orders deliveries by due time, then by age. */
export function oldestDueFirst(a: Delivery, b: Delivery): number {
  return (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || a.createdAt - b.createdAt;
}

/** The position of an entry in the list. */
export function doNotCallPosition({ addedAt, number }: DoNotCallEntry): Position {
  return { at: addedAt, id: keyText(number) };
}
