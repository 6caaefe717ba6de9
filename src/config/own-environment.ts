import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asOwnerOf, isInOwnHands, readAsOwner } from "../kernel/act-as.js";
import { codeOf } from "../kernel/errors.js";
import { readEnvText } from "./env-file.js";
import type { Environment, ReadFile } from "./environment.js";
import { mayBeFile } from "./secret-variables.js";

/**
 * Returns the text of the `.env` in a folder, or undefined if there is none.
 *
 * @param read if root runs the program in another user's folder, reads as that user
 * @throws when it cannot be read
 */
export function envFileIn(folder: string, read: ReadFile = readAsOwner): string | undefined {
  return textIfThere(join(folder, ".env"), read);
}

function textIfThere(path: string, read: ReadFile): string | undefined {
  try {
    return read(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the service's data folder in an environment. */
export const dataDirOf = ({ DATA_DIR }: Environment) => DATA_DIR || "./data";

/** Reads a file that the program's own settings name. */
export const readNamedFile: ReadFile = (path) => readFileSync(path, "utf8");

/**
 * Returns a reader for files that the settings of a folder name. It reads as the owner of the folder's `.env`, who wrote these
 * names: as root, it could read a file that only root may read, and the settings could send it anywhere.
 */
export function namedFileReader(folder: string): ReadFile {
  const named = join(folder, ".env");
  if (isInOwnHands(named)) return readAsOwner;
  return (path) => asOwnerOf(named, () => readNamedFile(path));
}

/** Adds the variables of the working folder's `.env` to an environment, which wins. @throws when the file cannot be read */
export function withEnvFile(given: Environment): Environment {
  return { ...readEnvText(envFileIn(process.cwd()) ?? "").values, ...given };
}

/** The credential that is the service's `.env`. */
export const ENV_CREDENTIAL = "dotenv";

/**
 * Reads the `.env` of the running service: in its folder, or else the one that systemd passes on as a credential.
 *
 * @returns its `values`, as far as they apply: the environment wins over a file in the folder. systemd makes the environment of the
 *   one that it passes on, and reads some lines of it otherwise, so that file wins, and only credentials win over it.
 * @throws when it cannot be read
 */
export function ownEnvFile(env: Environment, folder: string) {
  const inFolder = envFileIn(folder, readNamedFile);
  const { CREDENTIALS_DIRECTORY } = env;
  const passedOn =
    inFolder === undefined && CREDENTIALS_DIRECTORY
      ? textIfThere(join(CREDENTIALS_DIRECTORY, ENV_CREDENTIAL), readNamedFile)
      : undefined;
  const text = inFolder ?? passedOn;
  const { values, warnings } = readEnvText(text ?? "");
  const winning = passedOn !== undefined ? withCredentials({ CREDENTIALS_DIRECTORY }) : env;
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => winning[name] === undefined)),
    hasFile: text !== undefined,
    remarks: warnings,
  };
}

/** Returns the variable that one of systemd's credentials gives: that with its name in capitals, if it can be a file. */
export function nameOfCredential(credential: string): string | undefined {
  const name = credential.toUpperCase();
  return credential === name.toLowerCase() && mayBeFile(name) ? name : undefined;
}

/**
 * Adds systemd's credentials to an environment. A file in the folder `CREDENTIALS_DIRECTORY` whose name is that of a variable in
 * lower case becomes its `NAME_FILE`, if the variable can be a file and `NAME_FILE` is not set. Source: systemd.exec(5),
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
  const files = list(folder).flatMap((credential) => {
    const name = nameOfCredential(credential);
    return name && !env[`${name}_FILE`]?.trim() ? [[`${name}_FILE`, join(folder, credential)]] : [];
  });
  return { ...env, ...Object.fromEntries(files) };
}
