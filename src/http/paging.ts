import { hasCode } from "../kernel/errors.js";
import { InvalidInput } from "./refusals.js";

/** What a desk that was asked for a page rejected with; that its cursor is none is told as a fault of the query. */
export function refuseCursor(error: unknown): never {
  if (!hasCode(error, "invalid_request")) throw error;
  throw new InvalidInput([{ path: "?cursor", message: "is of no page before" }]);
}

/** The `Link` header that leads to the next page (RFC 8288); none on the last. */
export function nextLink(path: string, query: object, nextCursor: string | undefined): Record<string, string> {
  if (nextCursor === undefined) return {};
  const next = Object.entries({ ...query, cursor: nextCursor }).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { Link: `<${path}?${new URLSearchParams(next).toString()}>; rel="next"` };
}
