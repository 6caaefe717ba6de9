import type { Environment } from "./environment.js";
import { isModelKey } from "./model-keys.js";
import { allSettings } from "./schema.js";

/**
 * Returns the environment for plugins: all variables except the service's secrets and keys of models, the paths of their files, and NODE_OPTIONS,
 * which could make Node load further code. Variables that plugins need, including tokens, are set in the same environment.
 */
export function pluginEnvironment(environment: Environment): Readonly<Record<string, string>> {
  const secrets = allSettings().filter(({ secret }) => secret);
  const hidden = new Set([...secrets.flatMap(({ name }) => [name, `${name}_FILE`]), "NODE_OPTIONS"]);
  const entries = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && !hidden.has(name) && !isModelKey(name),
  );
  return Object.fromEntries(entries) as Record<string, string>;
}
