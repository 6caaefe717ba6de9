import { isPrototypeKey } from "../../validation/prototype-keys.js";

const DEEPEST = 20;

/**
 * A value that came as JSON from a plugin's process: keys that reach a prototype are left out.
 *
 * @throws when it is no JSON, longer than `most` characters, or nested deeper than anything meant to be read
 */
export function parseUntrustedJson(json: string, most: number): unknown {
  if (json.length > most) throw new RangeError(`${json.length} characters of JSON`);
  return cleaned(JSON.parse(json), 0);
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  const entries = Object.entries(value).filter(([key]) => !isPrototypeKey(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, cleaned(item, depth + 1)]));
}
