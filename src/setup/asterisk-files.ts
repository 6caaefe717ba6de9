import { isLoopback } from "../kernel/host.js";
import { RULES } from "./ari-access.js";
import { configValue, isTrue, sectionsNamed } from "./asterisk-config.js";
import type { FoundConfig } from "./facts.js";
import { replaced, type Snippet } from "./snippet.js";

export interface AsteriskFilesOptions {
  readonly config: FoundConfig;
  readonly snippet: Snippet;
  /** The number that telephones dial, and the context that they dial it in. */
  readonly number: string;
  readonly context: string;
  readonly ariUser: string;
  readonly ariPassword: string;
  readonly ariApp: string;
  readonly maxCallSeconds: number;
  /** Where Asterisk's HTTP server will listen. */
  readonly http: HttpPlace;
  /** Whether ARI and the media are kept for this machine. */
  readonly isKept: boolean;
  /** The file of the apology, as Asterisk sees it, without its ending. */
  readonly sound: string;
}

/** Where Asterisk's HTTP server listens, or will. */
export interface HttpPlace {
  readonly address: string;
  readonly port: number;
  /** Whether it has to be turned on. */
  readonly isNew: boolean;
}

/** Begins each file of ours. */
export const HEAD = "; Of Attendant: scripts/setup writes this file, scripts/setup --undo removes it.";

/** The first paragraph of a file, which tells how to add it by hand. */
const BY_HAND = /^(?:; .*\n)+;?\n/;

/** The dialplan: the number, and the way from it to the controller. */
export function dialplanFile(options: AsteriskFilesOptions): string {
  const { snippet, number, context, ariApp, maxCallSeconds, sound } = options;
  const text = replaced(snippet("extensions_custom.conf"), [
    [BY_HAND, ""],
    [/^\[from-internal-custom\]$/m, section(options.config.extensions, context)],
    [/^exten => 8000,(?=1,|hint,)/gm, `exten => ${number},`],
    [/TIMEOUT\(absolute\)=\d+/, `TIMEOUT(absolute)=${maxCallSeconds + 60}`],
    [/Stasis\(attendant,\$/, `Stasis(${ariApp},$`],
    [/Stasis\(attendant,,/, `Stasis(${ariApp},,`],
    [/Playback\(custom\/attendant-away\)/, `Playback(${sound})`],
    [/^; sounds\/attendant-away\.ulaw.*\n/m, ""],
  ]);
  return `${HEAD}\n\n${text}`;
}

/** The user of ARI, and what ARI needs besides. */
export function ariFile({ config, snippet, ariUser, ariPassword, http }: AsteriskFilesOptions): string {
  const user = replaced(snippet("ari_additional_custom.conf"), [
    [/^[^]*?(?=^\[attendant\]$)/m, ""],
    [/^\[attendant\]$/m, `[${ariUser}]`],
    [/^permit = ::1\n/m, `permit = ::1\n${permitOf(http)}`],
    [/^password =$/m, `password = ${ariPassword.replaceAll(";", "\\;")}`],
  ]);
  const general = [
    section(config.ari, "general"),
    "enabled = yes",
    "; The default of 100 ms closes the event stream of",
  ];
  general.push("; a controller that pauses for a moment.", "websocket_write_timeout = 5000");
  return `${HEAD}\n\n${general.join("\n")}\n\n${user}`;
}

/** What the HTTP server needs; undefined when it has all of it. */
export function httpFile({ config, snippet, http, isKept }: AsteriskFilesOptions): string | undefined {
  const general: string[] = [];
  if (http.isNew) general.push("enabled = yes", `bindaddr = ${http.address}`, `bindport = ${http.port}`);
  if (Number(configValue(config.http, "general", "sessionlimit") ?? 100) < 1000) {
    general.push("; A session a call, for its sound.", "sessionlimit = 1000");
  }
  const parts = general.length > 0 ? [[section(config.http, "general"), ...general, ""].join("\n")] : [];
  if (isKept) {
    const restrictions = replaced(snippet("http_custom.conf"), [
      [BY_HAND, ""],
      [/^permit = ::1\n/m, `permit = ::1\n${permitOf(http)}`],
      [/\[here\]\(!\)/, `[${RULES}](!)`],
      [/\(here\)/g, `(${RULES})`],
    ]);
    parts.push(restrictions);
  }
  return parts.length > 0 ? `${HEAD}\n\n${parts.join("\n")}` : undefined;
}

/** Where Asterisk's HTTP server listens; one without plain HTTP gets it on loopback. Without `bindaddr` it does not listen. */
export function httpPlace(config: FoundConfig, freePort: number): HttpPlace {
  const value = (key: string) => configValue(config.http, "general", key);
  const address = value("bindaddr");
  if (!isTrue(value("enabled")) || !address) return { address: "127.0.0.1", port: freePort, isNew: true };
  return { address, port: Number(value("bindport") ?? 8088), isNew: false };
}

/** The controller comes by the address that the server listens on, where it is one. */
function permitOf({ address }: HttpPlace): string {
  return isLoopback(address) || /^(0\.0\.0\.0|::|\[::\]|)$/.test(address) ? "" : `permit = ${address}\n`;
}

/** The head of a section that is added to where it is there already: two of one name would hide one another. */
function section(config: FoundConfig["extensions"], name: string): string {
  return sectionsNamed(config, name).length > 0 ? `[${name}](+)` : `[${name}]`;
}
