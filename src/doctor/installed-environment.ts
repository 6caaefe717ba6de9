import { join } from "node:path";
import { withCredentials } from "../config/credentials.js";
import { readEnvText, unreadableEnv } from "../config/env-file.js";
import { envFileIn, namedFileReader } from "../config/own-environment.js";
import type { Environment, ReadFile } from "../config/environment.js";
import { codeOf } from "../kernel/errors.js";
import { environmentOfUnit } from "./systemd-unit.js";

/** The environment of the service in a folder, and the text of its `.env`, if there is one. */
export interface InstalledEnvironment {
  readonly envFile: string | undefined;
  readonly environment: Environment;
  /** One sentence for each line of `.env` that is not read as intended. */
  readonly remarks: readonly string[];
  /** Reads the files that the environment names. */
  readonly readFile: ReadFile;
}

/**
 * Combines the environment of the service. In order of precedence: the given variables, `.env`, systemd's additions.
 *
 * @throws {Error} if an existing `.env` cannot be read; otherwise, all its settings would be reported as missing
 */
export function installedEnvironment(folder: string, given: Environment): InstalledEnvironment {
  const path = join(folder, ".env");
  let envFile: string | undefined;
  try {
    envFile = envFileIn(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "EACCES") throw new Error(unreadableEnv(path, code), { cause: error });
    const isRoot = process.geteuid?.() === 0;
    const remedy = isRoot
      ? "give it to the owner of its folder, because root reads it as that user"
      : "run this as root";
    throw new Error(`${path} cannot be read (${code}): ${remedy}, or as the user that the service runs as`);
  }
  const { values, warnings } = readEnvText(envFile ?? "");
  return {
    envFile,
    remarks: warnings,
    environment: withCredentials({ ...environmentOfUnit(folder), ...values, ...given }),
    readFile: namedFileReader(folder),
  };
}
