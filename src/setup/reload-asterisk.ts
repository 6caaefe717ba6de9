import { pause, withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { textUpTo } from "../kernel/text-up-to.js";
import { checkModules } from "../telephony/asterisk/ari/required-modules.js";
import { checkVersion } from "../telephony/asterisk/ari/version-floors.js";
import { type AsteriskPlace, inWords, tellAsterisk } from "./asterisk-command.js";

/** Commands that reload Asterisk, access rules first. None of them ends a call. */
const COMMANDS = ["module reload http", "module reload res_ari.so", "dialplan reload"] as const;
const ANSWER_MS = 5_000;
/** Bytes. */
const LONGEST_ANSWER = 1024 * 1024;

/** Reloads Asterisk. @returns why the controller cannot attach; undefined when it can */
export async function reloadAsterisk(
  place: AsteriskPlace,
  env: Readonly<Record<string, string>>,
  password: string,
  isChanged: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await tellAsterisk(place, command);
    if (code === 0) continue;
    const why = (stderr || stdout).trim().split("\n")[0] ?? "";
    const all = COMMANDS.map((each) => inWords(place, each)).join("; ");
    return `Asterisk could not be reloaded (${why}). Once it runs, as its user or root: ${all}`;
  }
  return checkAri(env, password, signal, { isChanged });
}

/** Reloads Asterisk after --undo, in reverse order: ARI is turned off before its restrictions are removed. */
export async function reloadAfterUndo(place: AsteriskPlace): Promise<boolean> {
  let isTold = true;
  for (const command of [...COMMANDS].reverse()) isTold = (await tellAsterisk(place, command)).code === 0 && isTold;
  return isTold;
}

/**
 * Requests ARI as the controller will, and retries until `ms` have passed: the HTTP server needs a moment after a reload, and
 * Asterisk some seconds after its start.
 *
 * @param isChanged whether ARI may have been turned on just now, for which a reload is not always enough
 * @returns why the controller cannot attach; undefined when it can
 */
export async function checkAri(
  env: Readonly<Record<string, string>>,
  password: string,
  signal: AbortSignal,
  { ms = ANSWER_MS, isChanged = false }: { readonly ms?: number; readonly isChanged?: boolean } = {},
): Promise<string | undefined> {
  const url = env.ARI_URL || "http://127.0.0.1:8088";
  const user = env.ARI_USER || "attendant";
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const ask = (path: string) =>
    withDeadline(ANSWER_MS, signal, `asking ${url}`, async (deadline) => {
      const answer = await fetch(`${url}/ari/${path}`, { headers: { authorization }, signal: deadline });
      return { status: answer.status, text: (await textUpTo(LONGEST_ANSWER, answer)) ?? "" };
    });
  const until = performance.now() + ms;
  let last = "";
  while (performance.now() < until) {
    try {
      const { status, text } = await ask("asterisk/info?only=system");
      if (status === 200) {
        const { system } = JSON.parse(text) as { system?: { version?: string } };
        checkVersion(system?.version ?? "");
        checkModules((await ask("asterisk/modules")).text);
        return undefined;
      }
      last = faultOf(status, url, user);
    } catch (error) {
      signal.throwIfAborted();
      last = `ARI at ${url}: ${describe(error)}`;
      if (/not_usable|too old|has not loaded/.test(last)) return last;
    }
    await pause(100, signal);
  }
  if (!isChanged || !MAY_NEED_RESTART.test(last)) return last;
  return `${last}. If ARI was turned on just now, restart Asterisk when there are no calls: core restart when convenient (FreePBX: fwconsole restart)`;
}

/** Neither ARI nor anything else answers. */
const MAY_NEED_RESTART = /has no ARI|ECONNREFUSED/;

function faultOf(status: number, url: string, user: string): string {
  if (status === 401)
    return `ARI at ${url} rejects the user and password that were written: another Asterisk listens there, or it reads another ari.conf`;
  if (status === 403)
    return `ARI at ${url} refuses this machine: permit it, with the user ${user} in ari.conf or in the restrictions of http.conf, whichever has a deny`;
  if (status === 404)
    return `${url} has no ARI: the module res_ari is not loaded, or enabled = no follows what was added`;
  return `ARI at ${url} answered with ${status}`;
}
