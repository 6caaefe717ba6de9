import { createHash } from "node:crypto";

/** Permissions that a key of the HTTP interface can have. */
export const SCOPES = [
  "read",
  "transcripts",
  "call",
  "schedule",
  "tools",
  "talk",
  "mcp",
  "alert",
  "metrics",
  "admin",
] as const;
export type Scope = (typeof SCOPES)[number];

/** A key of the HTTP interface. */
export interface ApiKey {
  /** The client's name in logs and records; undefined when the key has no name. */
  readonly name: string | undefined;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the key, in hex. */
  readonly digest: string;
  /** The key or digest as written in the setting. */
  readonly text: string;
}

export const CLIENT_NAME = /^[A-Za-z][\w.-]{0,31}$/;

/** Keys contain no colon. Otherwise, a typing error such as a missing scope would create a key that permits everything. */
const ENTRY = /^(?:(?<name>[^:]*):(?<listed>[^:]*):)?(?<key>(?:sha256:)?[^:]*)$/;

/** Parses a key, alone or as `name:scopes:key`. */
export function readApiKey(entry: string, fault: (words: string) => void): ApiKey | undefined {
  const { key, name, listed } = ENTRY.exec(entry)?.groups ?? {};
  if (key === undefined) {
    fault("has a colon, but is neither name:scopes:key nor sha256:digest; for a key with colons, give the digest");
    return undefined;
  }
  if (name !== undefined && (!CLIENT_NAME.test(name) || name === "sha256")) {
    fault("looks like name:scopes:key, but its name is not 1 to 32 letters, digits and . _ - beginning with a letter");
    return undefined;
  }
  const scopes = listed === undefined ? SCOPES : scopesOf(listed);
  if (!scopes) {
    fault(`looks like name:scopes:key, but its scopes are not among ${SCOPES.join(", ")} and all, joined by +`);
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

export function isSameKey(one: ApiKey, other: ApiKey): boolean {
  return one.name === other.name && one.scopes.join() === other.scopes.join();
}
