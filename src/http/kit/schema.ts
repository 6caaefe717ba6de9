import type { JsonSchema } from "../../validation/validator.js";

type Fields = Readonly<Record<string, JsonSchema>>;

/** The body of a request: fields besides these are refused. */
export function request(fields: Fields, required: readonly string[], more: JsonSchema = {}): JsonSchema {
  return { type: "object", properties: fields, required, additionalProperties: false, ...more };
}

/** Further keywords of a request: of the fields of each pair exactly one is given. */
export function exactlyOneOf(...pairs: readonly (readonly [string, string])[]): JsonSchema {
  return { allOf: pairs.map((pair) => ({ oneOf: pair.map((name) => ({ required: [name] })) })) };
}

/** Of a request that needs no body; an empty object is taken for none. */
export const NO_BODY = { schema: request({}, []), required: false };

/** What an answer holds: all of these fields but the optional ones, and in later versions perhaps others. */
export function answer(fields: Fields, more: JsonSchema & { readonly optional?: readonly string[] } = {}): JsonSchema {
  const { optional = [], ...rest } = more;
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return { type: "object", properties: fields, required, ...rest };
}

/** The same or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const values = schema.enum as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, "null"], ...(values && { enum: [...values, null] }) };
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

/** What such a field holds: times are in ms since the epoch inside, and in ISO 8601, UTC, outside. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

export function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : instant(ms);
}

/*
 * Clients are generated from these patterns, for engines that share little: no look-around, no \p, no \s (which is another
 * class in each), no surrogates. What refuses unpaired surrogates is in the request's own check.
 */

/** Control characters but tab and line breaks. */
const UNSPEAKABLE = "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F";
/** Tab, line breaks, and blanks of every width. */
const BLANK = "\\t\\n\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF";

/** A text that may be empty. */
export function anyText(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  const form = {
    pattern: `^[^${UNSPEAKABLE}]*$`,
    "x-expected": "text without control characters",
  };
  return text(description, { maxLength, ...form, ...more });
}

/** A text with something in it to say. */
export function spokenText(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  return anyText(description, maxLength, {
    minLength: 1,
    pattern: `^[${BLANK}]*[^${BLANK}${UNSPEAKABLE}][^${UNSPEAKABLE}]*$`,
    "x-expected": "text, not blanks alone, without control characters",
    ...more,
  });
}
