import { isDialable, numberAsWritten } from "../kernel/dialable-number.js";
import { type ClientLimits, LIMITS, readLimits } from "./api-clients.js";
import { type ApiKey, CLIENT_NAME, isSameKey, readApiKey } from "./api-keys.js";
import type { Parsed, Problems } from "./setting.js";

/** Keys and limits of the HTTP interface. */
export interface ApiAccess {
  readonly keys: readonly ApiKey[];
  /** Limits of individual clients, by the name of their keys. */
  readonly clients: readonly ClientLimits[];
}

export const API_KEYS = `keys of at least 16 characters without colons, or name:scopes:key, or name:scopes:sha256:digest, separated by commas or line breaks; a key with a name may be followed by limits, such as rate_per_minute=60 calls_per_hour=20 dial_allow=_1XXX 2000`;

const IS_LIMIT = new RegExp(`^(?:${LIMITS.join("|")})=`);
const WITH_LIMITS = new RegExp(`^(\\S+)[ \\t]+((?:${LIMITS.join("|")})=.*)$`);

/** Parses API_KEYS. Faults give the position of an entry, not its text, because it may be a secret. */
export function parseApiAccess(text: string): Parsed<ApiAccess> | Problems {
  const written = [...text.matchAll(/([,\r\n]?)([^,\r\n]*)/g)];
  const entries = written.map(([, separator, entry = ""]) => ({
    entry: entry.trim(),
    isAfterComma: separator === ",",
  }));
  const given = entries.filter(({ entry }) => entry !== "");
  if (given.length === 0) return { expected: API_KEYS };
  const problems: string[] = [];
  const keys = new Map<string, ApiKey>();
  const clients = new Map<string, ClientLimits>();
  let mayBeNumber = false;
  for (const [index, { entry, isAfterComma }] of given.entries()) {
    const fault = (words: string) => void problems.push(`entry ${index + 1} of ${given.length} ${words}`);
    const stray = strayLimit(entry, mayBeNumber && isAfterComma);
    if (stray !== undefined) {
      fault(stray);
      continue;
    }
    const { key, limits } = readEntry(entry, fault);
    mayBeNumber = /\bdial_allow=/.test(entry);
    const known = key && keys.get(key.digest);
    if (known && !isSameKey(known, key)) fault("is a key that another entry lists with a different name or scopes");
    if (key) keys.set(key.digest, key);
    if (limits) clients.set(limits.name, { ...clients.get(limits.name), ...limits });
  }
  return problems.length > 0 ? { problems } : { value: { keys: [...keys.values()], clients: [...clients.values()] } };
}

/** A dialplan pattern; no random key looks like one. */
const PATTERN = /^_[\dXZN+*#[\]-]+[.!]?$/i;

/**
 * Recognises an entry that belongs to the limits of the one before it. A comma separates entries, so it would be a key without a
 * name, which permits everything and can be guessed.
 *
 * @param mayBeNumber whether it follows numbers of dial_allow, after a comma: a line break is no accident
 * @returns what is wrong with the entry; undefined when it may be a key
 */
function strayLimit(entry: string, mayBeNumber: boolean): string | undefined {
  const [first = ""] = entry.split(/[ \t]/);
  if (IS_LIMIT.test(first)) return "is a limit, not a key: separate a key and its limits by blanks";
  if (PATTERN.test(first)) return "is a pattern of numbers, not a key: separate the numbers of dial_allow by blanks";
  if (!mayBeNumber || (CLIENT_NAME.test(first) && first !== entry)) return undefined;
  const isNumber = numberAsWritten(first) !== undefined && !/[A-Za-z]/.test(first);
  const isName = isDialable(first) && !/\d/.test(first);
  if (!isNumber && !isName) return undefined;
  return "may be a number of the dial_allow before it: separate those numbers by blanks; if it is a key, give it a name";
}

/** Parses a key followed by its limits, or the name of a key from another entry followed by limits. */
function readEntry(entry: string, fault: (words: string) => void): { key?: ApiKey; limits?: ClientLimits } {
  const [, head = entry, text] = WITH_LIMITS.exec(entry) ?? [];
  if (text !== undefined && CLIENT_NAME.test(head)) return { limits: readLimits(head, text, fault) };
  const key = readApiKey(head, fault);
  if (!key || text === undefined) return key ? { key } : {};
  if (key.name !== undefined) return { key, limits: readLimits(key.name, text, fault) };
  fault(`has limits (${LIMITS.join(", ")}), but its key has no name: write name:scopes:key`);
  return { key };
}
