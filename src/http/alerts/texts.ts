import { isRecord } from "../../kernel/record.js";

/** Maximum number of labels, and of annotations. */
export const MAX_TEXTS = 200;

/** A field that is absent, or no text, is empty. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Returns the texts of an object, numbers and booleans among them; others are left out, because an alert must not be lost for
 * one of its labels. Undefined when it is no object, or too large.
 */
export function textsIn(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > MAX_TEXTS) return undefined;
  const isText = ([, each]: [string, unknown]) => ["string", "number", "boolean"].includes(typeof each);
  return Object.fromEntries(entries.filter(isText).map(([name, each]) => [name, String(each)]));
}
