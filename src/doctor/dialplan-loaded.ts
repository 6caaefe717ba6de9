import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { isInOwnHands } from "../kernel/act-as.js";
import { isLoopback } from "../kernel/host.js";
import { type AsteriskPlace, tellAsterisk } from "../setup/asterisk-command.js";
import { type Answers, lastAnswers, openJournal } from "../setup/journal.js";
import type { DialplanLine } from "./dialplan.js";
import type { Installation } from "./installation.js";

/** `[ Context 'from-internal' created by 'pbx_config' ]` */
const CONTEXT = /^\[ Context '(.*)' created by '.*' \]$/;
/** A line of output: an extension and an arrow, the label of a priority, or nothing; at its end the source. */
const PRIORITY =
  /^ +(?:'(.*?)'(?: \(CID match '.*?'\))? => *|\[([^\]]*)\] *)?(?:hint: (.*?)|(\d+)\. (\w+)\((.*)\)) +\[([^[\]]*)\]$/;
const OTHER = /^ {2}(Include|Alt\. Switch) => +'?(.*?)'? +\[[^[\]]*\]$/;

/** Parses the output of `dialplan show` into the form of AMI's ListDialplan. */
// oxlint-disable-next-line complexity -- one branch for each kind of line, and a default for each part of it
export function readDialplanShown(text: string): DialplanLine[] {
  const lines: DialplanLine[] = [];
  let context = "";
  let extension = "";
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    const [, named] = CONTEXT.exec(line) ?? [];
    if (named !== undefined) {
      context = named;
      continue;
    }
    const [, kind, value] = OTHER.exec(line) ?? [];
    if (kind !== undefined && value !== undefined) {
      lines.push(kind === "Include" ? { context, includecontext: value } : { context, switch: value });
      continue;
    }
    const [, first, label, hint, priority, application, appdata = "", origin] = PRIORITY.exec(line) ?? [];
    if (hint === undefined && priority === undefined) continue;
    extension = first ?? extension;
    lines.push({
      context,
      extension,
      priority: priority ?? "hint",
      application: application ?? hint ?? "",
      appdata,
      ...(label !== undefined && { extensionlabel: label }),
      ...(origin !== undefined && { origin }),
    });
  }
  return lines;
}

/** Ways to obtain the dialplan if it cannot be read here. */
const HOW = "run this as root on Asterisk's machine, or set AMI_PASSWORD; otherwise call the number to find out";

/** Returns the answers that `scripts/setup` recorded in a folder; undefined if none can be read and trusted. */
export function setUpAs(folder: string): Answers | undefined {
  const kept = join(folder, "data/setup");
  try {
    // Root runs commands that these answers contain.
    return process.geteuid?.() !== 0 || isInOwnHands(kept) ? lastAnswers(openJournal(kept)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the loaded dialplan from the command line of an Asterisk on this machine.
 *
 * @returns the lines, or the reason why they cannot be read, for people
 */
export async function loadedDialplan(installation: Installation): Promise<readonly DialplanLine[] | string> {
  const { folder, environment, settings } = installation;
  const { root = "", configDir = "/etc/asterisk" } = setUpAs(folder) ?? {};
  const place: AsteriskPlace = { root, configDir, path: environment.PATH };
  const http = await tellAsterisk(place, "http show status");
  if (http.code !== 0) return `Asterisk's command line cannot be used here: ${HOW}`;
  if (!isBoundTo(http.stdout, new URL(settings.ari.url)))
    return `the Asterisk on this machine is not the one at ARI_URL: ${HOW}`;
  const { code, stdout } = await tellAsterisk(place, "dialplan show");
  return code === 0 ? readDialplanShown(stdout) : `Asterisk's command line does not show the dialplan: ${HOW}`;
}

/** Returns whether `http show status` describes the HTTP server at an address. */
function isBoundTo(status: string, { hostname, port }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  const isHere = isLoopback(host) || own.includes(host);
  return isHere && [...status.matchAll(/Bound to \S*:(\d+)$/gm)].some(([, bound]) => bound === (port || "80"));
}
