import { join } from "node:path";
import { parseEnv } from "node:util";
import { readAsOwner } from "../kernel/act-as.js";
import { codeOf } from "../kernel/errors.js";
import type { Environment } from "./read-environment.js";

/** The text of the `.env` in a folder; undefined where there is none. @throws when it cannot be read */
export function envFileIn(folder: string): string | undefined {
  try {
    return readAsOwner(join(folder, ".env"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** What is given, and behind it what the `.env` of the working folder has. @throws when that cannot be read */
export function withEnvFile(given: Environment): Environment {
  return { ...parseEnv(envFileIn(process.cwd()) ?? ""), ...given };
}
