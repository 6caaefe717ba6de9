// @ts-check
/** Error messages for the author of a plugin, with file and line. */
import { basename, dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MAX_LINE } from "../protocol/limits.mjs";

/** A mistake in what a plugin exports or returns, fully described by the message. */
export class Mistake extends Error {}

/**
 * `TypeError: Cannot read properties of undefined (reading 'b') (tides.mjs:12)`. Accepts any thrown value and never throws
 * itself.
 *
 * @param {unknown} error @param {string} file
 */
export function errorMessage(error, file) {
  try {
    if (error instanceof Mistake) return error.message.slice(0, MAX_LINE);
    if (!(error instanceof Error)) return `${kindOf(error)} was thrown: ${String(error)}`.slice(0, MAX_LINE);
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
    const place = placeIn(error, file);
    const words = `${error.name}: ${error.message || "without a message"}${cause}`
      .replaceAll(/\s+/g, " ")
      .replaceAll(`${dirname(file)}${sep}`, "");
    return `${words.slice(0, MAX_LINE - 100)}${place ? ` (${place})` : ""}`;
  } catch {
    return "a value that cannot be described was thrown";
  }
}

/**
 * Whether a file could not be imported because of a syntax error whose message has no position.
 *
 * @param {unknown} error @param {string} file
 */
export function isSyntaxErrorWithoutPlace(error, file) {
  return error instanceof SyntaxError && !errorMessage(error, file).includes(`${basename(file)}:`);
}

/** @param {unknown} value */
export function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return { undefined: "nothing", object: "an object", bigint: "a bigint" }[String(typeof value)] ?? `a ${typeof value}`;
}

/** @param {Error} error @param {string} file */
function placeIn({ stack = "" }, file) {
  for (const form of [pathToFileURL(file).href, fileURLToPath(pathToFileURL(file)), file]) {
    const at = stack.indexOf(`${form}:`);
    const line = at < 0 ? undefined : stack.slice(at + form.length).match(/^:(\d+)/)?.[1];
    if (line) return `${basename(file)}:${line}`;
  }
  return undefined;
}
