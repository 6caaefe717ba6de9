import { parseDialPatterns } from "./dial-pattern.js";
import { integer } from "./setting.js";

/** Limits of one client of the HTTP interface, in addition to the scopes of its key. */
export interface ClientLimits {
  /** Name of the client's key or keys. */
  readonly name: string;
  /** Numbers that the client may have dialled, among those permitted to all clients. Undefined: all of these. */
  readonly dialAllow?: readonly RegExp[];
  /** Maximum POST requests per minute, in place of RATE_LIMIT_PER_MINUTE. 0: no limit. */
  readonly ratePerMinute?: number;
  /** Maximum calls and schedules that it may request, and calls that may be placed for it, in an hour. 0: no limit. */
  readonly callsPerHour?: number;
}

/** Calls in an hour for a language model whose key says nothing else. */
export const CALLS_PER_HOUR_OF_A_MODEL = 60;

export const LIMITS = ["dial_allow", "rate_per_minute", "calls_per_hour"] as const;

const RATE = integer(0, 100_000);
const NAMES = LIMITS.join("|");
const LIMIT = new RegExp(`(?:^|[ \\t])(${NAMES})=([^=]*)(?=$|[ \\t](?:${NAMES})=)`, "g");

/** Parses the limits that follow a key: `rate_per_minute=60 dial_allow=_1XXX 2000`. */
export function readLimits(name: string, text: string, fault: (words: string) => void): ClientLimits {
  const found = [...text.matchAll(LIMIT)];
  const isWhole = found.reduce((length, [piece]) => length + piece.length, 0) === text.length;
  if (!isWhole) fault(`may have nothing after its key but ${LIMITS.join("=… and ")}=…`);
  const values = new Map(found.map(([, limit = "", value = ""]) => [limit, value.trim()]));
  const dialled = values.get("dial_allow");
  const numbers = dialled === undefined ? undefined : dialAllowOf(dialled, fault);
  const rate = (limit: (typeof LIMITS)[number]) => {
    const text = values.get(limit);
    return text === undefined ? undefined : rateOf(text, limit, fault);
  };
  const [perMinute, perHour] = [rate("rate_per_minute"), rate("calls_per_hour")];
  return {
    name,
    ...(numbers && { dialAllow: numbers }),
    ...(perMinute !== undefined && { ratePerMinute: perMinute }),
    ...(perHour !== undefined && { callsPerHour: perHour }),
  };
}

function rateOf(text: string, limit: string, fault: (words: string) => void): number | undefined {
  const rate = RATE.parse(text);
  if ("value" in rate) return rate.value;
  fault(`must have ${rate.expected} as ${limit}`);
  return undefined;
}

function dialAllowOf(text: string, fault: (words: string) => void): readonly RegExp[] | undefined {
  if (text === "") {
    fault("must have dialplan numbers or patterns as dial_allow, separated by blanks");
    return undefined;
  }
  try {
    return parseDialPatterns(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fault(`has an invalid dial_allow: ${error.message}`);
    return undefined;
  }
}
