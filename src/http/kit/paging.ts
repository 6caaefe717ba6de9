import { hasCode } from "../../kernel/errors.js";
import type { JsonSchema } from "../../validation/validator.js";
import { InvalidInput } from "./http-errors.js";
import { text, whole } from "./schema.js";

/** The maximum number of entries in a page. @param usual the default */
export function limit(usual: number): JsonSchema {
  return whole("Maximum number of entries.", { minimum: 1, maximum: 500, default: usual });
}

/** The start of a page. @param from where the previous page gives it */
export function cursor(from: string): JsonSchema {
  return text(`The ${from} of the previous page.`, {
    pattern: "^[!-~]{1,500}$",
    "x-expected": `the ${from} of the previous page`,
  });
}

/** Reports an invalid cursor as a fault of the query. @param error what the lookup of a page rejected with */
export function refuseCursor(error: unknown): never {
  if (!hasCode(error, "invalid_request")) throw error;
  throw new InvalidInput([{ path: "?cursor", message: "is not the cursor of a previous page" }]);
}

/** The `Link` header with the next page (RFC 8288); empty on the last page. */
export function nextLink(path: string, query: object, nextCursor: string | undefined): Record<string, string> {
  if (nextCursor === undefined) return {};
  const next = Object.entries({ ...query, cursor: nextCursor }).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { Link: `<${path}?${new URLSearchParams(next).toString()}>; rel="next"` };
}

/** That header in the API document. */
export function linkHeader(path: string) {
  const description = `The next page, in the form of RFC 8288: \`<${path}?cursor=…>; rel="next"\`. Absent on the last page.`;
  return { Link: { description, required: false, schema: { type: "string" } } };
}
