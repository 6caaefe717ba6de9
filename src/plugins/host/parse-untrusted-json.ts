import { isNestedDeeper } from "../../validation/nesting.js";
import { withoutPrototypeKeys } from "../../validation/prototype-keys.js";

const DEEPEST = 20;

/**
 * Parses JSON from a worker. Keys that reach a prototype are removed.
 *
 * @throws when it is not JSON, longer than `most` characters, or nested too deeply
 */
export function parseUntrustedJson(json: string, most: number): unknown {
  if (json.length > most) throw new RangeError(`${json.length} characters of JSON`);
  const value: unknown = JSON.parse(json);
  if (isNestedDeeper(value, DEEPEST)) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  return withoutPrototypeKeys(value);
}
