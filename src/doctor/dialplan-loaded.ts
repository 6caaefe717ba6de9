import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { isInOwnHands } from "../kernel/act-as.js";
import { type AsteriskPlace, tellAsterisk } from "../setup/asterisk-command.js";
import { type Answers, lastAnswers, openJournal } from "../setup/journal.js";
import type { DialplanLine } from "./dialplan.js";
import { readDialplanShown } from "./dialplan-shown.js";
import { isLoopback } from "./http-look.js";
import type { Installation } from "./installation.js";

/** Needed beside AMI, which would tell as well. */
const HOW = "run this as root on Asterisk's machine, or set AMI_PASSWORD; else call the number to see";

/** What `scripts/setup` was answered in a folder; undefined where it was not run, and where this process cannot or must not take its word. */
export function setUpAs(folder: string): Answers | undefined {
  const kept = join(folder, "data/setup");
  try {
    // Root runs what stands there.
    return process.geteuid?.() !== 0 || isInOwnHands(kept) ? lastAnswers(openJournal(kept)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The dialplan that Asterisk has loaded, by its command line, where that Asterisk runs beside us.
 *
 * @returns why it cannot be known, for people, where it cannot
 */
export async function loadedDialplan(installation: Installation): Promise<readonly DialplanLine[] | string> {
  const { folder, environment, settings } = installation;
  const { root = "", configDir = "/etc/asterisk" } = setUpAs(folder) ?? {};
  const place: AsteriskPlace = { root, configDir, path: environment.PATH };
  const http = await tellAsterisk(place, "http show status");
  if (http.code !== 0) return `Asterisk's command line cannot be used here: ${HOW}`;
  if (!isBoundTo(http.stdout, new URL(settings.ari.url)))
    return `the Asterisk of this machine is another one than ARI_URL leads to: ${HOW}`;
  const { code, stdout } = await tellAsterisk(place, "dialplan show");
  return code === 0 ? readDialplanShown(stdout) : `Asterisk's command line does not show it: ${HOW}`;
}

/** Whether the HTTP server whose status this is is the one at an address. */
function isBoundTo(status: string, { hostname, port }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  const isHere = isLoopback(host) || own.includes(host);
  return isHere && [...status.matchAll(/Bound to \S*:(\d+)$/gm)].some(([, bound]) => bound === (port || "80"));
}
