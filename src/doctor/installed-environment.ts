import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { withCredentials } from "../config/credentials.js";
import type { Environment } from "../config/read-environment.js";
import { codeOf } from "../kernel/errors.js";
import { environmentOfUnit } from "./systemd-unit.js";

/** What the service of a folder is started with. */
export interface InstalledEnvironment {
  /** The text of .env; undefined if there is none. */
  readonly envFile: string | undefined;
  /** As the service has it: the environment, behind it .env, and behind that what systemd gives it. */
  readonly environment: Environment;
}

/**
 * Reads what the service of a folder is started with.
 *
 * @param given as `process.env` has it
 * @throws {Error} if .env or a folder of credentials cannot be read
 */
export function installedEnvironment(folder: string, given: Environment): InstalledEnvironment {
  const envFile = textOf(join(folder, ".env"));
  const environment = withCredentials({
    ...environmentOfUnit(folder),
    ...(envFile === undefined ? {} : parseEnv(envFile)),
    ...given,
  });
  return { envFile, environment };
}

/** @throws {Error} where it is there and cannot be read: without it, all it sets would be blamed */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Error(
      `${path} cannot be read (${codeOf(error)}): run this as root, or as the user that the service runs as`,
    );
  }
}
