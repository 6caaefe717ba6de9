import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Scope } from "../config/api-keys.js";
import { reachableHost } from "../kernel/host.js";
import type { Environment } from "../config/environment.js";
import { examineSettings, type Settings } from "../config/settings.js";
import { installedEnvironment } from "../config/installed-environment.js";

/** Address and key of an installation's REST interface. */
export interface RestAccess {
  readonly url: string;
  /** Empty if none is required. */
  readonly key: string;
}

/** File in which `scripts/make-secrets` stores the keys of containers, which are not in their settings. */
const KEYS_OF_CONTAINERS = "secrets/api_keys";

/**
 * Finds the key of the installation in a folder as the service does: in the environment, `.env`, and systemd's additions.
 *
 * @param scopes scopes that the key must have
 * @throws {Error} explaining why there is no usable key
 */
export function restAccessOf(folder: string, given: Environment, scopes: readonly Scope[]): RestAccess {
  const { where, settings, faults } = installedHttp(folder, given);
  const fault = faults.find(({ name }) => /^API_KEYS(_FILE)?$/.test(name));
  if (fault) throw new Error(`${fault.name}: ${fault.problem}`);
  const { apiKeys } = settings.http;
  const fit = apiKeys.filter((key) => scopes.every((scope) => key.scopes.includes(scope)));
  if (apiKeys.length > 0 && fit.length === 0) throw new Error(`no key of ${where} has the scopes ${scopes.join(", ")}`);
  const written = fit.find(({ text }) => !text.startsWith("sha256:"));
  if (fit.length > 0 && !written) throw new Error(`${where} contains only digests of the keys with these scopes`);
  return { url: addressOf(settings), key: written?.text ?? "" };
}

/** Finds the address alone of the installation in a folder; its keys may be unusable. */
export function restAddressOf(folder: string, given: Environment): string {
  return addressOf(installedHttp(folder, given).settings);
}

function addressOf({ http: { host, port } }: Pick<Settings, "http">): string {
  return `http://${reachableHost(host)}:${port}`;
}

/** @returns the settings, and `where` their keys are */
function installedHttp(folder: string, given: Environment) {
  const { environment, readFile } = installedEnvironment(folder, given);
  const isNamed = Boolean(environment.API_KEYS?.trim() || environment.API_KEYS_FILE?.trim());
  const ofContainers = !isNamed && existsSync(join(folder, KEYS_OF_CONTAINERS));
  const examined = examineSettings(
    ofContainers ? { ...environment, API_KEYS_FILE: join(folder, KEYS_OF_CONTAINERS) } : environment,
    { readFile },
  );
  return { ...examined, where: ofContainers ? KEYS_OF_CONTAINERS : "API_KEYS" };
}
