import { isRecord } from "../../kernel/record.js";
import type { JsonSchema } from "../../validation/validator.js";

/**
 * A copy of a body, read as its schema declares it wherever it can mean one thing only, for clients that serialise their
 * empty fields and do not tell numbers from text:
 *
 * - A field that is null counts as absent, and so does an optional one that is "".
 * - A whole number from 0 on counts as text where text is declared, and text that is a number, true or false as that.
 *
 * Names that the schema does not declare stay as they are, to be refused as misspelt or, among a tool's parameters, to be read
 * by the tool's own definition.
 */
export function asDeclared(value: unknown, schema: JsonSchema): unknown {
  const { properties, required = [], items } = schema;
  if (Array.isArray(value)) return items ? value.map((each) => asDeclared(each, items as JsonSchema)) : value;
  if (!isRecord(value)) return converted(value, schema.type);
  if (!properties) return value;
  const known = properties as Readonly<Record<string, JsonSchema>>;
  const given = Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!field) return [[name, inner] as const];
    const isAbsent = inner === null || (inner === "" && !(required as readonly string[]).includes(name));
    return isAbsent ? [] : [[name, asDeclared(inner, field)] as const];
  });
  return Object.fromEntries(given);
}

/** Of so many digits that a double holds every number of them exactly. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

function converted(value: unknown, type: unknown): unknown {
  if (type === "string" && Number.isSafeInteger(value) && Number(value) >= 0) return String(value);
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && NUMBER.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
