import { join } from "node:path";
import { parseEnv } from "node:util";
import { withCredentials } from "../config/credentials.js";
import { envFileIn, namedFileReader } from "../config/own-environment.js";
import type { Environment, ReadFile } from "../config/read-environment.js";
import { codeOf } from "../kernel/errors.js";
import { environmentOfUnit } from "./systemd-unit.js";

/** The environment that the service of a folder has, and the text of the `.env` there; undefined where there is none. */
export interface InstalledEnvironment {
  readonly envFile: string | undefined;
  readonly environment: Environment;
  /** Reads the files that it names. */
  readonly readFile: ReadFile;
}

/**
 * Puts together what the service has: what is given, behind it `.env`, behind that what systemd gives it.
 *
 * @throws {Error} where `.env` is there and cannot be read: without it, all it sets would be blamed
 */
export function installedEnvironment(folder: string, given: Environment): InstalledEnvironment {
  const path = join(folder, ".env");
  let envFile: string | undefined;
  try {
    envFile = envFileIn(folder);
  } catch (error) {
    const code = codeOf(error);
    const isOwners = code === "EACCES" && process.geteuid?.() === 0;
    const remedy = isOwners ? "give it to the owner of its folder, as whom root reads it" : "run this as root";
    throw new Error(`${path} cannot be read (${code}): ${remedy}, or as the user that the service runs as`);
  }
  return {
    envFile,
    environment: withCredentials({ ...environmentOfUnit(folder), ...parseEnv(envFile ?? ""), ...given }),
    readFile: namedFileReader(folder),
  };
}
