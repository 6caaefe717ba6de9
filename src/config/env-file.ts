import { parseEnv } from "node:util";
import { isUtf16 } from "../kernel/encoding-fault.js";

/** Values of a `.env`, with warnings about lines that are probably not read as intended. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  /** One sentence each, without values, because these may be secrets. */
  readonly warnings: readonly string[];
}

/** A quoted value, up to the end of its last line. Only the quotation mark that opened it closes it. */
const IN_QUOTES = /^[^\S\n]*[^\s#=][^\n=]*=[^\S\n]*(["'`])[^]*?\1[^\n]*(\n|$)/;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=/;
/** An unquoted value with text after a `#`. */
const CUT_OFF = /=[^\S\n]*[^\s"'`#][^\n]*?(?<=\S)#\S/;

/** Parses the text of a `.env`. A leading byte order mark is skipped. */
export function readEnvText(text: string): EnvFile {
  if (isUtf16(text)) {
    return { values: {}, warnings: [".env is written in UTF-16, so it is ignored: save it as UTF-8"] };
  }
  const plain = text.replace(/^\ufeff/, "");
  return { values: parseEnv(plain) as Record<string, string>, warnings: warningsOf(plain) };
}

/** Explains why an existing `.env` cannot be read, and what to do. `code` is the code of the system's error. */
export function unreadableEnv(path: string, code: string | undefined): string {
  if (code === "EISDIR") {
    return `${path} is a folder, which Docker creates if the file is missing: remove it, and cp .env.example .env`;
  }
  return `${path} cannot be read (${code}): change its owner or group so that the service's user can read it`;
}

/** Splits a `.env` into statements, including their line ends. A value can span several lines. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  for (let at = 0; at < text.length; at += statements.at(-1)?.length ?? 0) {
    const rest = text.slice(at);
    statements.push(IN_QUOTES.exec(rest)?.[0] ?? /^[^\n]*(\n|$)/.exec(rest)?.[0] ?? rest);
  }
  return statements;
}

function warningsOf(text: string): string[] {
  const warnings: string[] = [];
  const seen = new Map<string, { readonly line: number; readonly value: string }>();
  let line = 1;
  for (const statement of statementsOf(text)) {
    const name = ASSIGNMENT.exec(statement)?.[1];
    if (name === undefined) {
      if (/^\s*[^\s#]/.test(statement)) warnings.push(`Line ${line} of .env is not read: NAME=value is expected`);
    } else {
      const { [name]: value = "" } = parseEnv(statement) as Record<string, string>;
      const before = seen.get(name);
      if (before && before.value !== value) {
        warnings.push(`${name} is in .env twice, in lines ${before.line} and ${line}: the last one applies`);
      }
      seen.set(name, { line, value });
      if (CUT_OFF.test(statement)) {
        warnings.push(
          `${name} ends before the # in line ${line} of .env: write the value between single quotes if the # is part of it`,
        );
      }
    }
    line += statement.split("\n").length - 1;
  }
  return warnings;
}
