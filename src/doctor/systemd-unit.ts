import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Environment } from "../config/environment.js";
import { allSettings } from "../config/schema.js";

const UNIT = "ari-attendant.service";
const SHOW_MS = 2_000;

/**
 * Returns what systemd adds to the service's environment, for a doctor run manually in the service's folder.
 *
 * @returns an empty environment if there is no such unit
 */
export function environmentOfUnit(folder: string): Environment {
  try {
    const asked = ["show", UNIT, "--property=Environment,EnvironmentFiles,LoadCredential,WorkingDirectory"];
    return unitEnvironment(
      execFileSync("systemctl", asked, { timeout: SHOW_MS, encoding: "utf8", stdio: "pipe" }),
      folder,
    );
  } catch {
    return {};
  }
}

/** @param shown output of `systemctl show` for these four properties */
export function unitEnvironment(shown: string, folder: string): Environment {
  const valuesOf = (property: string) =>
    shown
      .split("\n")
      .flatMap((line) => (line.startsWith(`${property}=`) ? line.slice(property.length + 1).split(" ") : []));
  // The project's own unit runs in the folder; the unit of scripts/setup names its .env.
  if (!valuesOf("WorkingDirectory").includes(folder) && !valuesOf("EnvironmentFiles").includes(join(folder, ".env")))
    return {};
  const environment: Record<string, string> = {};
  for (const assignment of valuesOf("Environment")) {
    const [, name, value] = /^"?([A-Z_][A-Z0-9_]*)=(.*?)"?$/.exec(assignment) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
  }
  for (const credential of valuesOf("LoadCredential")) {
    const [id = "", path] = credential.split(":");
    if (path && allSettings().some(({ name, file }) => file && name.toLowerCase() === id))
      environment[`${id.toUpperCase()}_FILE`] = path;
  }
  return environment;
}
