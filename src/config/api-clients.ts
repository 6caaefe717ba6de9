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
}

export const LIMITS = ["dial_allow", "rate_per_minute"] as const;

const RATE = integer(0, 100_000);
const LIMIT = /(?:^|[ \t])(dial_allow|rate_per_minute)=([^=]*)(?=$|[ \t](?:dial_allow|rate_per_minute)=)/g;

/** Parses the limits that follow a key: `rate_per_minute=60 dial_allow=_1XXX 2000`. */
export function readLimits(name: string, text: string, fault: (words: string) => void): ClientLimits {
  const found = [...text.matchAll(LIMIT)];
  const isWhole = found.reduce((length, [piece]) => length + piece.length, 0) === text.length;
  if (!isWhole) fault(`may have nothing after its key but ${LIMITS.join("=… and ")}=…`);
  const values = new Map(found.map(([, limit = "", value = ""]) => [limit, value.trim()]));
  const [dialled, rate] = [values.get("dial_allow"), values.get("rate_per_minute")];
  const numbers = dialled === undefined ? undefined : dialAllowOf(dialled, fault);
  const perMinute = rate === undefined ? undefined : rateOf(rate, fault);
  return {
    name,
    ...(numbers && { dialAllow: numbers }),
    ...(perMinute !== undefined && { ratePerMinute: perMinute }),
  };
}

function rateOf(text: string, fault: (words: string) => void): number | undefined {
  const rate = RATE.parse(text);
  if ("value" in rate) return rate.value;
  fault(`must have ${rate.expected} as rate_per_minute`);
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
