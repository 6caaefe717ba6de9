import { isNestedDeeper } from "../../validation/nesting.js";
import { withoutPrototypeKeys } from "../../validation/prototype-keys.js";

const DEEPEST = 20;

/**
 * Parses JSON that came from a worker. Keys that reach a prototype are left out.
 *
 * @throws when it is no JSON, longer than `most` characters, or nested deeper than anything meant to be read
 */
export function parseUntrustedJson(json: string, most: number): unknown {
  if (json.length > most) throw new RangeError(`${json.length} characters of JSON`);
  const value: unknown = JSON.parse(json);
  if (isNestedDeeper(value, DEEPEST)) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  return withoutPrototypeKeys(value);
}
