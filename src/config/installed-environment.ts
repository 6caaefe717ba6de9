import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { codeOf } from "../kernel/errors.js";
import { readEnvText, unreadableEnv } from "./env-file.js";
import type { Environment, ReadFile } from "./environment.js";
import { envFileIn, namedFileReader, nameOfCredential, withCredentials } from "./own-environment.js";

const UNIT = "ari-attendant.service";
const SHOW_MS = 2_000;

/** What a unit gives the service: variables that `.env` overrides, and variables that override `.env`. */
interface UnitEnvironment {
  readonly below: Environment;
  readonly above: Environment;
}

/**
 * Returns what systemd adds to the service's environment, for a program run manually in the service's folder.
 *
 * @returns no variables if there is no such unit
 */
function environmentOfUnit(folder: string): UnitEnvironment {
  let shown = "";
  try {
    const asked = ["show", UNIT, "--property=Environment,EnvironmentFiles,LoadCredential,WorkingDirectory"];
    shown = execFileSync("systemctl", asked, { timeout: SHOW_MS, encoding: "utf8", stdio: "pipe" });
  } catch {
    // No systemd here.
  }
  return unitEnvironment(shown, folder);
}

/** @param shown output of `systemctl show` for these four properties */
export function unitEnvironment(shown: string, folder: string): UnitEnvironment {
  const valuesOf = (property: string) =>
    shown
      .split("\n")
      .flatMap((line) => (line.startsWith(`${property}=`) ? line.slice(property.length + 1).split(" ") : []));
  // The project's own unit runs in the folder; the unit of scripts/setup names its .env.
  const readsFile = valuesOf("EnvironmentFiles").includes(join(folder, ".env"));
  if (!valuesOf("WorkingDirectory").includes(folder) && !readsFile) return { below: {}, above: {} };
  const variables: Record<string, string> = {};
  for (const assignment of valuesOf("Environment")) {
    const [, name, value] = /^"?([A-Z_][A-Z0-9_]*)=(.*?)"?$/.exec(assignment) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
  }
  const credentials: Record<string, string> = {};
  for (const credential of valuesOf("LoadCredential")) {
    const [id = "", path] = credential.split(":");
    const name = nameOfCredential(id);
    if (path && name) credentials[`${name}_FILE`] = path;
  }
  // Variables of a file that systemd reads override the unit's own; the service prefers its environment to the file it reads.
  return readsFile ? { below: { ...variables, ...credentials }, above: {} } : { below: credentials, above: variables };
}

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
 * Combines the environment of the service: the given variables, `.env`, and what its systemd unit adds.
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
  const { below, above } = environmentOfUnit(folder);
  return {
    envFile,
    remarks: warnings,
    environment: withCredentials({ ...below, ...values, ...above, ...given }),
    readFile: namedFileReader(folder),
  };
}
