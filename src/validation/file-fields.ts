import type { JsonSchema } from "./validator.js";

/* Parts of the schema of a file that people write: what they do not give is left out, and unknown names are faults. */

export const text = (description: string, maxLength: number, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  minLength: 1,
  maxLength,
  description,
  ...more,
});

export const whole = (description: string, minimum: number, maximum: number): JsonSchema => ({
  type: "integer",
  minimum,
  maximum,
  description,
});

export const fields = (properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
