import { AttendantError } from "../../../kernel/errors.js";
import type { AriCredentials } from "./ari-credentials.js";
import { askAsterisk, probeAsterisk } from "./ari-probe.js";
import { checkModules } from "./required-modules.js";
import { checkVersion } from "./version-floors.js";

export interface Preflight {
  readonly version: string;
  /** What speaks against this Asterisk though it can be used, a sentence for each. */
  readonly advisories: readonly string[];
}

/**
 * Asks what can be asked before the application is registered: an Asterisk that cannot carry a call then finds nobody
 * behind Stasis(), and its dialplan fails over.
 *
 * @throws {AttendantError} with the setting that is wrong and the remedy
 */
export async function preflight(credentials: AriCredentials, signal: AbortSignal): Promise<Preflight> {
  const version = await probeAsterisk(credentials, signal);
  const outdated = checkVersion(version);
  const losses = await preflightModules(credentials, signal);
  await preflightWrite(credentials, signal);
  return { version, advisories: [...(outdated === undefined ? [] : [outdated]), ...losses] };
}

/** @returns what is lost for want of a module. @throws {AttendantError} when one that is needed does not run */
export async function preflightModules(credentials: AriCredentials, signal: AbortSignal): Promise<string[]> {
  const { status, body } = await askAsterisk(credentials, "asterisk/modules", signal);
  if (status === 200) return checkModules(body);
  const asked = `Asterisk answered ${status} when it was asked for its modules`;
  if (status !== 404) throw new AttendantError("asterisk_unreachable", asked); // It stops, or reads its settings anew.
  throw new AttendantError("asterisk_not_usable", `${asked}: see that res_ari_asterisk.so is loaded`);
}

/** Removes a variable that is not there: nothing but the right to do so comes of it. @throws {AttendantError} */
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
