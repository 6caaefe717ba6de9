import { AttendantError } from "../../../kernel/errors.js";
import type { AriCredentials } from "./ari-credentials.js";
import { askAsterisk, probeAsterisk } from "./ari-probe.js";
import { checkModules } from "./required-modules.js";
import { checkVersion } from "./version-floors.js";

export interface Preflight {
  readonly version: string;
  /** Reasons against this Asterisk although it can be used, one sentence each. */
  readonly advisories: readonly string[];
}

/**
 * Checks all that can be checked before the application is registered: if this Asterisk cannot carry a call, no client is then
 * behind Stasis(), and the dialplan fails over.
 *
 * @throws {AttendantError} that names the wrong setting and the remedy
 */
export async function preflight(credentials: AriCredentials, signal: AbortSignal): Promise<Preflight> {
  const version = await probeAsterisk(credentials, signal);
  const outdated = checkVersion(version);
  const losses = await preflightModules(credentials, signal);
  await preflightWrite(credentials, signal);
  return { version, advisories: [...(outdated === undefined ? [] : [outdated]), ...losses] };
}

/** @returns what is unavailable for lack of a module. @throws {AttendantError} when a required module does not run */
export async function preflightModules(credentials: AriCredentials, signal: AbortSignal): Promise<string[]> {
  const { status, body } = await askAsterisk(credentials, "asterisk/modules", signal);
  if (status === 200) return checkModules(body);
  const asked = `Asterisk answered ${status} when it was asked for its modules`;
  if (status !== 404) throw new AttendantError("asterisk_unreachable", asked); // It is stopping, or reloading its settings.
  throw new AttendantError("asterisk_not_usable", `${asked}: check that res_ari_asterisk.so is loaded`);
}

/** Checks the right to write, by removing a variable that does not exist. @throws {AttendantError} without that right */
export async function preflightWrite(credentials: AriCredentials, signal: AbortSignal): Promise<void> {
  const path = "asterisk/variable?variable=attendant.preflight";
  const { status } = await askAsterisk(credentials, path, signal, "POST");
  if (status < 300) return;
  throw new AttendantError(
    "asterisk_not_usable",
    status === 403
      ? `The ARI user "${credentials.user}" may only read: set read_only = no for it in ari.conf and run "module reload res_ari.so"`
      : `Asterisk answered ${status} to a harmless write over ARI`,
  );
}
