import type { McpServer } from "./mcp-servers.js";

/** Minimum length of a secret. Shorter values are words such as "debug", which must not be masked in every log line. */
const MIN_SECRET_LENGTH = 8;
/** Minimum length of a path segment that is taken for a key. */
const MIN_PATH_KEY_LENGTH = 16;

/** Returns the secrets of MCP servers: values in their environments and headers, and keys in their addresses. */
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
