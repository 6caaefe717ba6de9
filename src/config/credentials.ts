import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.js";
import { allSettings } from "./schema.js";

/**
 * Adds systemd's credentials to an environment. A file in the folder `CREDENTIALS_DIRECTORY` whose name is that of a setting in
 * lower case becomes its `NAME_FILE`, if the setting can be a file and `NAME_FILE` is not set. Source: systemd.exec(5),
 * "Credentials".
 *
 * @param list returns the names of the files in a folder
 */
export function withCredentials(
  env: Environment,
  list: (folder: string) => readonly string[] = (folder) => readdirSync(folder),
): Environment {
  const folder = env.CREDENTIALS_DIRECTORY;
  if (!folder) return env;
  const names = new Set(list(folder));
  const files = allSettings()
    .filter(({ name, file }) => file && names.has(name.toLowerCase()) && !env[`${name}_FILE`]?.trim())
    .map(({ name }) => [`${name}_FILE`, join(folder, name.toLowerCase())]);
  return { ...env, ...Object.fromEntries(files) };
}
