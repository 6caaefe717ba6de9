import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.js";
import { allSettings } from "./schema.js";

/**
 * The environment with systemd's credentials in it, the files of the folder that `CREDENTIALS_DIRECTORY` names: one that is
 * called like a setting that may be a file, in lower case, is its `NAME_FILE`, unless that is set. Source: systemd.exec(5),
 * "Credentials".
 *
 * @param list the names of the files in a folder
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
