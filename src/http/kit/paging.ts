import { hasCode } from "../../kernel/errors.js";
import type { JsonSchema } from "../../validation/validator.js";
import { InvalidInput } from "./http-errors.js";
import { text, whole } from "./schema.js";

/** How many entries of a list are wanted. @param usual how many come unless it is said */
export function limit(usual: number): JsonSchema {
  return whole("How many at most.", { minimum: 1, maximum: 500, default: usual });
}

/** Where a page begins. @param from what of the page before tells it */
export function cursor(from: string): JsonSchema {
  return text(`The ${from} of the page before.`, {
    pattern: "^[!-~]{1,500}$",
    "x-expected": `the ${from} of the page before`,
  });
}

/** Tells a cursor that is none as a fault of the query. @param error what the lookup of a page rejected with */
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

/** That header as the docs describe it. */
export function linkHeader(path: string) {
  const description = `The next page, as RFC 8288 has it: \`<${path}?cursor=…>; rel="next"\`. Absent on the last.`;
  return { Link: { description, required: false, schema: { type: "string" } } };
}
