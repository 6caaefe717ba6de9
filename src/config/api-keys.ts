import { createHash } from "node:crypto";
import type { Parsed, Problems } from "./setting.js";

/** What a key of the HTTP interface may be good for. */
export const SCOPES = ["read", "transcripts", "call", "schedule", "tools", "talk", "metrics"] as const;
export type Scope = (typeof SCOPES)[number];

/** A key that programs may use. */
export interface ApiKey {
  /** What its holder is called in logs, records and API_CLIENTS; undefined where the key has no name. */
  readonly name: string | undefined;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the key, in hex. */
  readonly digest: string;
  /** As it was given: the key, or its digest. */
  readonly text: string;
}

export const API_KEYS =
  "keys of at least 16 characters without colons, name:scopes:key or name:scopes:sha256:digest, separated by commas or line breaks";

export const CLIENT_NAME = /^[A-Za-z][\w.-]{0,31}$/;

/** Reads the setting. Faults say which entry is meant by its place, for whatever stands in it may be a secret. */
export function parseApiKeys(text: string): Parsed<readonly ApiKey[]> | Problems {
  const entries = text.split(/[,\r\n]/).map((entry) => entry.trim());
  const given = entries.filter((entry) => entry !== "");
  if (given.length === 0) return { expected: API_KEYS };
  const problems: string[] = [];
  const keys = new Map<string, ApiKey>();
  for (const [index, entry] of given.entries()) {
    const fault = (words: string) => void problems.push(`entry ${index + 1} of ${given.length} ${words}`);
    const key = readApiKey(entry, fault);
    if (!key) continue;
    const known = keys.get(key.digest);
    if (known && !isSame(known, key)) fault("is a key that another entry gives another name or other scopes");
    keys.set(key.digest, key);
  }
  return problems.length > 0 ? { problems } : { value: [...keys.values()] };
}

/** No key has a colon in it: otherwise a slip, such as a scope that was left out, would make a key that is good for everything. */
const ENTRY = /^(?:(?<name>[^:]*):(?<listed>[^:]*):)?(?<key>(?:sha256:)?[^:]*)$/;

function readApiKey(entry: string, fault: (words: string) => void): ApiKey | undefined {
  const { key, name, listed } = ENTRY.exec(entry)?.groups ?? {};
  if (key === undefined) {
    fault("has a colon, and is neither name:scopes:key nor sha256:digest; of a key with colons give the digest");
    return undefined;
  }
  if (name !== undefined && (!CLIENT_NAME.test(name) || name === "sha256")) {
    fault("reads like name:scopes:key, and its name is not 1 to 32 letters, digits and . _ - that begin with a letter");
    return undefined;
  }
  const scopes = listed === undefined ? SCOPES : scopesOf(listed);
  if (!scopes) {
    fault(`reads like name:scopes:key, and its scopes are not among ${SCOPES.join(", ")} and all, joined by +`);
    return undefined;
  }
  const digest = digestOf(key);
  if (digest !== undefined) return { name, scopes, digest, text: key };
  if (key.startsWith("sha256:")) fault("must have 64 hexadecimal digits after sha256:");
  else fault(`must have a key of at least 16 visible ASCII characters, not *** (${key.length} characters)`);
  return undefined;
}

function scopesOf(listed: string): readonly Scope[] | undefined {
  if (listed === "all") return SCOPES;
  const named = listed.split("+");
  const known = SCOPES.filter((scope) => named.includes(scope));
  return known.length === new Set(named).size ? known : undefined;
}

function digestOf(key: string): string | undefined {
  if (key.startsWith("sha256:")) return /^sha256:([0-9a-f]{64})$/i.exec(key)?.[1]?.toLowerCase();
  if (key.length < 16 || !/^[\x21-\x7e]+$/.test(key)) return undefined;
  return createHash("sha256").update(key).digest("hex");
}

function isSame(one: ApiKey, other: ApiKey): boolean {
  return one.name === other.name && one.scopes.join() === other.scopes.join();
}
