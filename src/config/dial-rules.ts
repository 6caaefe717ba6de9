import { type PermittedCallerId, permittedCallerIds } from "./caller-id.js";
import { parseDialPatterns } from "./dial-pattern.js";
import { integer, oneOf, type Parsed, type Problems } from "./setting.js";

/** Numbers that may be dialled for clients and for callers. Every pattern matches whole numbers. */
export interface DialRules {
  /** Numbers that clients of the HTTP interface may have dialled. Empty: the default. */
  readonly clients: readonly RegExp[];
  /** Numbers that callers may have dialled. Empty: the default. */
  readonly callers: readonly RegExp[];
  /** Caller IDs that clients may choose in addition to the assistant's own. */
  readonly callerIds: readonly PermittedCallerId[];
  /** Numbers that are never dialled, whatever the other rows permit. */
  readonly never: readonly RegExp[];
  /** Whether callers may have emergency numbers dialled. */
  readonly callerEmergency: "refuse" | "allow";
  /** Maximum number of calls, immediate or planned, that all callers may have placed within an hour. */
  readonly callerDialsPerHour: number;
  /** Maximum number of these to one number, or requested by one caller. */
  readonly callerDialsPerNumber: number;
}

export const NO_DIAL_RULES: DialRules = {
  clients: [],
  callerIds: [],
  callers: [],
  never: [],
  callerEmergency: "refuse",
  callerDialsPerHour: 60,
  callerDialsPerNumber: 10,
};

const patterns = {
  parse(text: string): Parsed<readonly RegExp[]> | Problems {
    try {
      return { value: parseDialPatterns(text) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { problems: [error.message] };
    }
  },
};

/** Rows by their names in the setting. */
const ROWS: Readonly<Record<string, readonly [keyof DialRules, { parse(text: string): Parsed<unknown> | Problems }]>> =
  {
    clients: ["clients", patterns],
    callers: ["callers", patterns],
    never: ["never", patterns],
    caller_ids: ["callerIds", permittedCallerIds],
    emergency: ["callerEmergency", oneOf("refuse", "allow")],
    per_hour: ["callerDialsPerHour", integer(0, 100_000)],
    per_number: ["callerDialsPerNumber", integer(0, 100_000)],
  };

export const DIAL_RULES = `rows separated by semicolons or line breaks: ${Object.keys(ROWS).join(", ")}; numbers and patterns are those of Asterisk's dialplan, such as clients: 100 _2XXX; never: _0900.`;

/** Parses DIAL_RULES: `clients: _X.; callers: 100 _2XXX; never: _0900.; emergency: refuse; per_hour: 60; per_number: 10`. */
export function parseDialRules(text: string): Parsed<DialRules> | Problems {
  const problems: string[] = [];
  const rules = new Map<string, unknown>();
  for (const line of text.split(/[;\r\n]/).filter((each) => each.trim() !== "")) {
    const [, name = "", value = ""] = /^\s*([A-Za-z_]*)\s*:(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    const found = Object.hasOwn(ROWS, key) ? ROWS[key] : undefined;
    if (!found) {
      problems.push(
        `has an unknown row ${JSON.stringify(line.trim().slice(0, 40))}; rows are ${Object.keys(ROWS).join(", ")}`,
      );
      continue;
    }
    const [field, row] = found;
    if (rules.has(field)) problems.push(`has more than one row ${name}`);
    const parsed = row.parse(value.trim());
    rules.set(field, "value" in parsed ? parsed.value : undefined);
    if ("expected" in parsed) problems.push(`${name}: expected ${parsed.expected}`);
    if ("problems" in parsed) problems.push(...parsed.problems.map((problem) => `${name}: ${problem}`));
  }
  return problems.length > 0 ? { problems } : { value: { ...NO_DIAL_RULES, ...Object.fromEntries(rules) } };
}
