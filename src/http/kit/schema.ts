import type { JsonSchema } from "../../validation/validator.js";

type Fields = Readonly<Record<string, JsonSchema>>;

/** The body of a request; fields other than these are rejected. */
export function request(fields: Fields, required: readonly string[], more: JsonSchema = {}): JsonSchema {
  return { type: "object", properties: fields, required, additionalProperties: false, ...more };
}

/** Further keywords of a request: exactly one field of each pair must be given. */
export function exactlyOneOf(...pairs: readonly (readonly [string, string])[]): JsonSchema {
  return { allOf: pairs.map((pair) => ({ oneOf: pair.map((name) => ({ required: [name] })) })) };
}

/** A request that needs no body; an empty object is accepted. */
export const NO_BODY = { schema: request({}, []), required: false };

/** An answer: all of these fields except the optional ones; later versions may add others. */
export function answer(fields: Fields, more: JsonSchema & { readonly optional?: readonly string[] } = {}): JsonSchema {
  const { optional = [], ...rest } = more;
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return { type: "object", properties: fields, required, ...rest };
}

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const values = schema.enum as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, "null"].flat(), ...(values && { enum: [...values, null] }) };
}

export function listOf(items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: "array", items, ...more };
}

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  description,
  ...more,
});
export const flag = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "boolean",
  description,
  ...more,
});
export const whole = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "integer",
  description,
  ...more,
});
export const time = (description: string): JsonSchema => text(description, { format: "date-time" });

/** The value of such a field: ms since the epoch internally, ISO 8601 in UTC in the API. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

export function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : instant(ms);
}

/*
 * Clients are generated from these patterns, for engines with little in common: no look-around, no \p, no \s (its meaning
 * differs), no surrogates. Unpaired surrogates are rejected by the request's own check.
 */

/** Control characters except tab and line breaks. */
const UNSPEAKABLE = "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F";
/** Tab, line breaks, and spaces of every width. */
const BLANK = "\\t\\n\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF";

/** Text that may be empty. */
export function anyText(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  const form = {
    pattern: `^[^${UNSPEAKABLE}]*$`,
    "x-expected": "text without control characters",
  };
  return text(description, { maxLength, ...form, ...more });
}

/** Text that contains something to say. */
export function spokenText(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  return anyText(description, maxLength, {
    minLength: 1,
    pattern: `^[${BLANK}]*[^${BLANK}${UNSPEAKABLE}][^${UNSPEAKABLE}]*$`,
    "x-expected": "text that is not blank, without control characters",
    ...more,
  });
}
