import type { McpServer } from "./mcp-servers.js";

/** Shorter than this is a word such as "debug", which must not vanish from everything that is logged. */
const MIN_SECRET_LENGTH = 8;
/** A part of a path as long as this is a key that somebody was given. */
const MIN_PATH_KEY_LENGTH = 16;

/** What no log line may show of the servers: what is in their environments and headers, and keys inside of addresses. */
export function mcpSecrets(servers: readonly McpServer[]): readonly string[] {
  return servers.flatMap(secretsOf).filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

function secretsOf(server: McpServer): string[] {
  if (server.kind === "stdio") return Object.values(server.env);
  const { pathname, searchParams } = new URL(server.url);
  const parts = pathname.split("/").filter((part) => part.length >= MIN_PATH_KEY_LENGTH);
  const values = Object.values(server.headers);
  // `Bearer abc` is a secret, and so is `abc` by itself.
  const credentials = values.flatMap((value) => value.split(" ").slice(1));
  return [...values, ...credentials, ...parts, ...searchParams.values()];
}
