import { isRecord } from "../../kernel/record.js";

/** Maximum number of labels, and of annotations, that are read. */
const MAX_TEXTS = 200;

/** A field that is absent, or no text, is empty. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Returns the texts of an object, numbers and booleans among them; others are left out, and those beyond the first 200: an alert,
 * and the others in its report, must not be lost for its labels. Undefined when it is no object.
 */
export function textsIn(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).slice(0, MAX_TEXTS);
  const isText = ([, each]: [string, unknown]) => ["string", "number", "boolean"].includes(typeof each);
  return Object.fromEntries(entries.filter(isText).map(([name, each]) => [name, String(each)]));
}
