import type { Environment } from "./environment.js";
import { allSettings } from "./schema.js";

/**
 * The environment as plugins see it: everything but the service's own secrets, the files they are in, and what would have
 * Node load more. What a plugin needs, tokens included, is set for it in the same environment.
 */
export function pluginEnvironment(environment: Environment): Readonly<Record<string, string>> {
  const secrets = allSettings().filter(({ secret }) => secret);
  const hidden = new Set([...secrets.flatMap(({ name }) => [name, `${name}_FILE`]), "NODE_OPTIONS"]);
  const entries = Object.entries(environment).filter(([name, value]) => value !== undefined && !hidden.has(name));
  return Object.fromEntries(entries) as Record<string, string>;
}
