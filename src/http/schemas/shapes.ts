import type { JsonSchema } from "../../validation/validator.js";

type Fields = Readonly<Record<string, JsonSchema>>;

/** The body of a request: fields besides these are refused. */
export function request(fields: Fields, required: readonly string[], more: JsonSchema = {}): JsonSchema {
  return { type: "object", properties: fields, required, additionalProperties: false, ...more };
}

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
