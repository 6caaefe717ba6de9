import { readEnvText, statementsOf } from "../config/env-file.js";
import { type Bytes, toBytes, toText } from "./file-state.js";

/** Reads the values of a `.env` as the service does. */
export function readEnvFile(bytes: Bytes): Readonly<Record<string, string>> {
  return readEnvText(toText(bytes)).values;
}

/**
 * Sets values in a `.env` and leaves the rest as it is. An existing line of a setting, commented out or not, is replaced with all
 * its continuation lines; a missing one is appended. A value that is already set is not touched.
 *
 * @throws {Error} for a value that a `.env` cannot hold, and for a `.env` that would be misread afterwards
 */
export function withEnvValues(bytes: Bytes, values: Readonly<Record<string, string>>): Bytes {
  const newline = /\r\n/.test(bytes) ? "\r\n" : "\n";
  const present = readEnvFile(bytes);
  const missing = Object.entries(values).filter(([name, value]) => (present[name] ?? "") !== value);
  if (missing.length === 0) return bytes;
  const statements = statementsOf(bytes);
  for (const [name, value] of missing) {
    const set = statements.findLastIndex((each) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(each));
    const open = set >= 0 ? set : statements.findIndex((each) => each.startsWith(`#${name}=`));
    statements[open >= 0 ? open : statements.length] = toBytes(`${name}=${quoted(name, value)}${newline}`);
  }
  const changed = statements.map((each) => (each.endsWith("\n") ? each : each + newline)).join("");
  checkOthers(present, Object.fromEntries(missing), readEnvFile(changed));
  return changed;
}

/** Checks that the new text reads as the old values plus the given ones. @throws naming settings that do not */
function checkOthers(
  before: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): void {
  const wanted = { ...before, ...given };
  const names = Object.keys({ ...wanted, ...after }).filter((name) => /^[A-Za-z_][\w.-]*$/.test(name));
  const misread = names.filter((name) => wanted[name] !== after[name]);
  if (misread.length === 0) return;
  throw new Error(
    `.env is left as it is, because ${misread.join(", ")} would be read otherwise than meant: ` +
      "look for a quotation mark that nothing closes, or a line without =",
  );
}

/** Returns whether a `.env` can hold a value so that Node, Docker Compose and systemd read it alike. */
export function fitsEnvFile(value: string): boolean {
  return !/['\n\r]/.test(value);
}

/** Quotes a value so that Node, Docker Compose and systemd read it alike: single quotation marks take everything literally. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%+,=~-]*$/.test(value)) return value;
  if (fitsEnvFile(value)) return `'${value}'`;
  throw new Error(`${name} has a quotation mark or a line break in it, which .env cannot hold: use ${name}_FILE`);
}
