import { readFileSync } from "node:fs";
import type { Environment } from "../config/environment.js";

/** Returns the key in a variable, or in the file that NAME_FILE names; undefined when there is none. */
export function keyIn(environment: Environment, variable: string): string | undefined {
  const own = environment[variable]?.trim();
  if (own) return own;
  const path = environment[`${variable}_FILE`]?.trim();
  if (!path) return undefined;
  try {
    return readFileSync(path, "utf8").trim() || undefined;
  } catch {
    return undefined; // It is reported like one that is not set.
  }
}
