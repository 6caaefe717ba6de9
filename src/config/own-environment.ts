import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asOwnerOf, isInOwnHands, readAsOwner } from "../kernel/act-as.js";
import { codeOf } from "../kernel/errors.js";
import { readEnvText } from "./env-file.js";
import type { Environment, ReadFile } from "./environment.js";

/**
 * Returns the text of the `.env` in a folder, or undefined where there is none.
 *
 * @param read of programs that root runs in a folder of others, as its owner
 * @throws when it cannot be read
 */
export function envFileIn(folder: string, read: ReadFile = readAsOwner): string | undefined {
  try {
    return read(join(folder, ".env"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Reads files that the settings of a folder name: as whoever may put its `.env` there, for it is their word. Of root they would
 * get what only root may read, sent to where they say.
 */
export function namedFileReader(folder: string): ReadFile {
  const named = join(folder, ".env");
  if (isInOwnHands(named)) return readAsOwner;
  return (path) => asOwnerOf(named, () => readFileSync(path, "utf8"));
}

/** What is given, and behind it what the `.env` of the working folder has. @throws when that cannot be read */
export function withEnvFile(given: Environment): Environment {
  return { ...readEnvText(envFileIn(process.cwd()) ?? "").values, ...given };
}
