import { isRecord } from "../../kernel/record.js";
import type { JsonSchema } from "../../validation/validator.js";

/**
 * A copy of a body without the fields that are null: they count as absent, for clients that serialise their empty fields. A
 * null whose name the schema does not know stays, to be refused as a misspelt one or, among a tool's parameters, to be told by
 * the tool's own definition.
 */
export function withoutNulls(value: unknown, { properties, items }: JsonSchema): unknown {
  if (Array.isArray(value)) return items ? value.map((each) => withoutNulls(each, items as JsonSchema)) : value;
  if (!isRecord(value) || !properties) return value;
  const known = properties as Readonly<Record<string, JsonSchema>>;
  const given = Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!field) return [[name, inner] as const];
    return inner === null ? [] : [[name, withoutNulls(inner, field)] as const];
  });
  return Object.fromEntries(given);
}
