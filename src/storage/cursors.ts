import { AttendantError } from "../kernel/errors.js";
import type { Page } from "../records/stores.js";

/** A position in a list: lists are ordered by both fields, so that entries of the same millisecond have an order too. */
export interface Position {
  /** ms since the epoch. */
  readonly at: number;
  /** In the form of `keyText`. */
  readonly id: string;
}

/** Orders positions as the stores do, soonest first: by time, then by the bytes of the id. */
export function soonestFirst(a: Position, b: Position): number {
  return a.at - b.at || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
}

/** The reverse order. */
export function latestFirst(a: Position, b: Position): number {
  return soonestFirst(b, a);
}

/** Encodes a position as a cursor for clients. */
export function toCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at, id])).toString("base64url");
}

/** @throws {AttendantError} `invalid_request` when {@link toCursor} did not make the cursor */
export function fromCursor(cursor: string): Position {
  try {
    const [at, id, ...rest] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Number.isFinite(at) && typeof id === "string" && rest.length === 0) return { at, id };
  } catch {
    // Reported below.
  }
  throw new AttendantError("invalid_request", "The cursor is invalid. Use next_cursor of the previous page.");
}

/**
 * Trims the entries that were found, one more than wanted, to a page. A page has fewer entries, even none, where some cannot be
 * read.
 *
 * @param stored the positions of all that was found, with what cannot be read
 */
export function toPage<T>(
  found: readonly T[],
  limit: number,
  positionOf: (item: T) => Position,
  stored: readonly Position[] = [],
): Page<T> {
  const items = found.slice(0, limit);
  const lastItem = found.length > limit ? items.at(-1) : undefined;
  const end = lastItem ? positionOf(lastItem) : stored.length > limit ? stored.at(-1) : undefined;
  return end ? { items, nextCursor: toCursor(end) } : { items };
}

/** The maximum size of a page. */
export const pageLength = (limit: number): number => Math.min(Math.max(Math.trunc(limit) || 1, 1), 500);
