import { isRecord } from "../../kernel/record.js";
import type { JsonSchema } from "../../validation/validator.js";

/**
 * Copies a body, converting values to the types that its schema declares where the meaning is unambiguous, for clients that
 * serialise empty fields and do not distinguish numbers from text:
 *
 * - A null field counts as absent, and so does an optional field that is "".
 * - A whole number from 0 on is accepted where text is declared, and text that is a number, true or false where that is declared.
 *
 * Undeclared names are left unchanged, to be rejected as misspelt or, among a tool's parameters, to be validated by the tool's
 * own definition.
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

/** With this many digits, every whole number is exact as a double. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

function converted(value: unknown, type: unknown): unknown {
  if (type === "string" && Number.isSafeInteger(value) && Number(value) >= 0) return String(value);
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && NUMBER.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}
