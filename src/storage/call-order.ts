import { AttendantError } from "../kernel/errors.js";
import type { CallRecord, CallStatus } from "../records/call-record.js";
import { keyText } from "./stored-text.js";

/** Where a call stands in a list: lists are ordered by both, so that calls of the same millisecond have an order too. */
export interface CallPosition {
  readonly createdAt: number;
  /** As {@link keyText} has it. */
  readonly callId: string;
}

const UNFINISHED: readonly CallStatus[] = ["queued", "ringing", "in_progress"];

/** When a call was over, ms since the epoch; null while it is not. */
export function overAt(record: CallRecord): number | null {
  if (UNFINISHED.includes(record.status)) return null;
  return record.endedAt ?? record.createdAt;
}

export function positionOf(record: CallRecord): CallPosition {
  return { createdAt: record.createdAt, callId: keyText(record.callId) };
}

/** Orders positions as the stores do, latest first: by time, then by the bytes of the id. */
export function latestFirst(a: CallPosition, b: CallPosition): number {
  return b.createdAt - a.createdAt || Buffer.compare(Buffer.from(b.callId), Buffer.from(a.callId));
}

/** A position as clients carry it from one page to the next. */
export function toCursor({ createdAt, callId }: CallPosition): string {
  return Buffer.from(JSON.stringify([createdAt, callId])).toString("base64url");
}

/** @throws {AttendantError} `invalid_request` when it is none that {@link toCursor} made */
export function fromCursor(cursor: string): CallPosition {
  try {
    const [createdAt, callId, ...rest] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Number.isFinite(createdAt) && typeof callId === "string" && rest.length === 0) return { createdAt, callId };
  } catch {
    // Said below.
  }
  throw new AttendantError("invalid_request", "The cursor is none that a list of calls gave out.");
}

/** Cuts what was read, one more than wanted, to a page. */
export function toPage(records: readonly CallRecord[], limit: number) {
  const items = records.slice(0, limit);
  const last = items.at(-1);
  return last && records.length > limit ? { items, nextCursor: toCursor(positionOf(last)) } : { items };
}

/** How many calls a page may hold. */
export const pageLength = (limit: number): number => Math.min(Math.max(Math.trunc(limit) || 1, 1), 500);
