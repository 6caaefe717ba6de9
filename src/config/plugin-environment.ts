import type { Environment } from "./environment.js";
import { isSecret, secretOfFile } from "./secret-variables.js";

/**
 * Returns the environment for plugins: all variables except the service's secrets and keys of models, the paths of their
 * files, and NODE_OPTIONS, which could make Node load further code. Variables that plugins need, including tokens, are set in
 * the same environment.
 */
export function pluginEnvironment(environment: Environment): Readonly<Record<string, string>> {
  const isHidden = (name: string) => isSecret(name) || secretOfFile(name) !== undefined || name === "NODE_OPTIONS";
  const entries = Object.entries(environment).filter(([name, value]) => value !== undefined && !isHidden(name));
  return Object.fromEntries(entries) as Record<string, string>;
}
