// @ts-check
/** Validates what a tool returned, and its memory, before they are sent to the host. */
import { MAX_MEMORY, MAX_MESSAGE, MAX_RESULT } from "../protocol/limits.mjs";
import { kindOf, Mistake } from "./error-message.mjs";

/**
 * @param {unknown} value
 * @returns {string} the result as JSON
 * @throws {Mistake} when it is invalid
 */
export function resultJson(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Mistake(`it returned ${kindOf(value)} instead of { status, message, data }`);
  }
  const { status, message, data } = /** @type {Record<string, unknown>} */ (value);
  if (status !== "SUCCESS" && status !== "FAILED" && status !== "PENDING") {
    throw new Mistake(`it returned the status ${shown(status)} instead of SUCCESS, FAILED or PENDING`);
  }
  if (typeof message !== "string") throw new Mistake(`it returned ${kindOf(message)} as the message`);
  if (message.length > MAX_MESSAGE) throw new Mistake(`it returned a message of ${message.length} characters`);
  if (data !== undefined && data !== null && (typeof data !== "object" || Array.isArray(data))) {
    throw new Mistake(`it returned ${kindOf(data)} as the data, which must be an object`);
  }
  const json = written({ status, message, data: data ?? undefined });
  if (json.length > MAX_RESULT) throw new Mistake(`it returned data of ${json.length} characters of JSON`);
  return json;
}

/**
 * The memory of a tool during one run.
 *
 * @param {string} json the initial entries
 */
export function createMemory(json) {
  const memory = new Map(/** @type {[string, unknown][]} */ (JSON.parse(json)));
  const before = new Map([...memory].map(([name, value]) => [name, JSON.stringify(value)]));
  return {
    memory,
    /**
     * @returns {[string, string | null][]} the changes since; null for removed entries
     * @throws {Mistake} when they cannot be serialised, or exceed the limit
     */
    changes() {
      /** @type {[string, string | null][]} */
      const changes = [];
      let length = 0;
      for (const [name, value] of memory) {
        const text = value === undefined ? undefined : written(value);
        if (text === undefined) continue;
        length += String(name).length + text.length;
        if (before.get(name) !== text) changes.push([String(name), text]);
      }
      if (length > MAX_MEMORY) throw new Mistake(`it remembers ${length} characters of JSON`);
      for (const name of before.keys()) if (memory.get(name) === undefined) changes.push([name, null]);
      return changes;
    },
  };
}

/** @param {unknown} value @returns {string} */
function written(value) {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new Mistake("it returned or stored a value that cannot be written as JSON", { cause });
  }
}

/** @param {unknown} value */
function shown(value) {
  return typeof value === "string" ? `"${value.slice(0, 40)}"` : kindOf(value);
}
