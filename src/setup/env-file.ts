import { parseEnv } from "node:util";
import { type Bytes, toBytes, toText } from "./file-state.js";

/** What a `.env` says, as the service reads it. */
export function readEnvFile(bytes: Bytes): Readonly<Record<string, string>> {
  return parseEnv(toText(bytes)) as Record<string, string>;
}

/**
 * Sets values in a `.env`, and leaves all else in it as it is: where a setting stands, commented out or not, its line is
 * replaced; one that stands nowhere goes to the end. A value that is there already is not touched.
 *
 * @throws {Error} for a value that a `.env` cannot hold
 */
export function withEnvValues(bytes: Bytes, values: Readonly<Record<string, string>>): Bytes {
  const newline = /\r\n/.test(bytes) ? "\r\n" : "\n";
  const present = readEnvFile(bytes);
  const lines = toText(bytes).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const missing = Object.entries(values).filter(([name, value]) => (present[name] ?? "") !== value);
  if (missing.length === 0) return bytes;
  for (const [name, value] of missing) {
    const line = `${name}=${quoted(name, value)}`;
    const set = lines.findLastIndex((each) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(each));
    const open = set >= 0 ? set : lines.findIndex((each) => each.startsWith(`#${name}=`));
    if (open >= 0) lines[open] = line;
    else lines.push(line);
  }
  return toBytes(lines.map((line) => line + newline).join(""));
}

/** Whether a `.env` can hold a value so that everybody reads the same. */
export function fitsEnvFile(value: string): boolean {
  return !/['\n\r]/.test(value);
}

/** As Node, Docker Compose and systemd read it alike: in single quotation marks nothing has a meaning. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%+,=~-]*$/.test(value)) return value;
  if (fitsEnvFile(value)) return `'${value}'`;
  throw new Error(`${name} has a quotation mark or a line break in it, which .env cannot hold: use ${name}_FILE`);
}
