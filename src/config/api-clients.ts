import { isRecord } from "../kernel/record.js";
import { CLIENT_NAME } from "./api-keys.js";
import { parseDialPatterns } from "./dial-pattern.js";
import { readJsonLines } from "./json-lines.js";
import type { Parsed, Problems } from "./setting.js";

/** What a client of the HTTP interface may do less than its key's scopes let it. */
export interface ClientLimits {
  /** Of its key, or keys. */
  readonly name: string;
  /** What it may have dialled, of what clients may; undefined for all of that. */
  readonly dialAllow: readonly RegExp[] | undefined;
  /** POST requests a minute, instead of what all others have; 0 for as many as may come. */
  readonly ratePerMinute: number | undefined;
}

export const API_CLIENTS =
  'a JSON object by the name of the key, such as {"crm": {"dial_allow": "_1XXX", "rate_per_minute": 60}}';

const FIELDS = ["dial_allow", "rate_per_minute"];
const MAX_RATE = 100_000;

/** Reads the setting. Every fault names the client and the field. */
export function parseApiClients(text: string): Parsed<readonly ClientLimits[]> | Problems {
  const json = readJsonLines(text);
  if ("fault" in json) return { problems: [`is not JSON (line ${json.line}: ${json.fault})`] };
  if (!isRecord(json.value)) return { expected: API_CLIENTS };
  const problems: string[] = [];
  const clients = Object.entries(json.value).map(([name, given]) => {
    const fault = (words: string) => void problems.push(`${JSON.stringify(name.slice(0, 40))}${words}`);
    if (!CLIENT_NAME.test(name)) fault(" must be the name of a key");
    return { name, ...readLimits(given, fault) };
  });
  return problems.length > 0 ? { problems } : { value: clients };
}

function readLimits(given: unknown, fault: (words: string) => void): Omit<ClientLimits, "name"> {
  const limits = isRecord(given) ? given : {};
  if (!isRecord(given)) fault(` must be an object with ${FIELDS.join(" or ")}`);
  for (const field of Object.keys(limits).filter((each) => !FIELDS.includes(each))) {
    fault(`.${field.slice(0, 40)} is not known; known are ${FIELDS.join(" and ")}`);
  }
  const { dial_allow: dial, rate_per_minute: rate } = limits;
  const fits = typeof rate === "number" && Number.isInteger(rate) && rate >= 0 && rate <= MAX_RATE;
  if (rate !== undefined && !fits) fault(`.rate_per_minute must be a whole number from 0 to ${MAX_RATE}`);
  return { dialAllow: dialAllowOf(dial, fault), ratePerMinute: fits ? rate : undefined };
}

function dialAllowOf(given: unknown, fault: (words: string) => void): readonly RegExp[] | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "string" || given.trim() === "") {
    fault(".dial_allow must be numbers and patterns as in DIAL_ALLOW, in one text");
    return undefined;
  }
  try {
    return parseDialPatterns(given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fault(`.dial_allow: ${error.message}`);
    return undefined;
  }
}
