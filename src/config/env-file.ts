import { parseEnv } from "node:util";

/** What a `.env` sets, and which of its lines are not read as they were meant. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  /** One sentence each, without values: they may be secrets. */
  readonly warnings: readonly string[];
}

/** UTF-16 that was read as UTF-8: its byte order mark is no character there, and every second byte is 0. */
const UTF_16 = /^\ufffd\ufffd|^[^\n]\0/;
/** A value in quotation marks, up to the end of its line: the mark that began it is the only one that ends it. */
const IN_QUOTES = /^[^\S\n]*[^\s#=][^\n=]*=[^\S\n]*(["'`])[^]*?\1[^\n]*(\n|$)/;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=/;
/** A value without quotation marks that goes on behind a `#`. */
const CUT_OFF = /=[^\S\n]*[^\s"'`#][^\n]*?(?<=\S)#\S/;

/** Reads the text of a `.env`. A byte order mark at its beginning is skipped. */
export function readEnvText(text: string): EnvFile {
  if (UTF_16.test(text)) {
    return { values: {}, warnings: [".env is written in UTF-16, so nothing of it is read: save it as UTF-8"] };
  }
  const plain = text.replace(/^\ufeff/, "");
  return { values: parseEnv(plain) as Record<string, string>, warnings: warningsOf(plain) };
}

/** Says why a `.env` that exists cannot be read, and the way out. `code` is that of the system's error. */
export function unreadableEnv(path: string, code: string | undefined): string {
  if (code === "EISDIR") {
    return `${path} is a folder, which Docker makes where a file is missing: remove it, and cp .env.example .env`;
  }
  return `${path} cannot be read (${code}): let the user that the service runs as read it, by its owner or group`;
}

/** Splits a `.env` into its lines, line ends included. A value over several lines counts as one. */
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
        warnings.push(`${name} is in .env twice, in lines ${before.line} and ${line}: the last one counts`);
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
