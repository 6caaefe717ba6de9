import { join } from "node:path";
import { type AsteriskConfig, configValue, findExtension, findPattern, sectionsNamed } from "./asterisk-config.js";
import { type AriAccess, ariAccess, KEPT_LINE, usersOfOthers } from "./ari-access.js";
import { ariFile, type AsteriskFilesOptions, dialplanFile, HEAD, httpFile, httpPlace } from "./asterisk-files.js";
import type { Facts, FoundConfig } from "./facts.js";
import { appended, toBytes } from "./file-state.js";
import { faultOfOthers } from "./other-installation.js";
import { secretFor } from "./secret-for.js";
import type { Draft, PlanTools, SetupAnswers } from "./draft.js";

/** Our files beside Asterisk's own, each included by one of those. */
export const OWN_FILES = {
  extensions: "attendant_extensions.conf",
  ari: "attendant_ari.conf",
  http: "attendant_http.conf",
  sound: "attendant-away.ulaw",
} as const;

type Part = "extensions" | "ari" | "http";

/** Files that include ours. FreePBX regenerates its own files and leaves these to the administrator. */
const HOSTS = {
  freepbx: { extensions: "extensions_custom.conf", ari: "ari_additional_custom.conf", http: "http_custom.conf" },
  asterisk: { extensions: "extensions.conf", ari: "ari.conf", http: "http.conf" },
} as const satisfies Record<string, Record<Part, string>>;

const OWN_CONTEXTS = ["attendant", "attendant-call", "attendant-lost", "attendant-wait"];

/** Plans the controller on an existing Asterisk: our own files and an include for each; nothing else is changed. */
// oxlint-disable-next-line complexity -- what may be set already, each with its default
export function planOnPbx(facts: Facts, answers: SetupAnswers, tools: PlanTools, draft: Draft): void {
  const { config, env } = facts;
  const isFreePbx = answers.way === "freepbx";
  if (!config?.extensions) {
    draft.faults.push(
      `Asterisk has no extensions.conf in ${config?.outside ?? "/etc/asterisk"}: name its folder with --config-dir`,
    );
    return;
  }
  const context = isFreePbx ? "from-internal-custom" : (answers.context ?? "");
  const http = httpPlace(config, formerPort(facts) || facts.ports.http);
  const wanted = { ...env, ...draft.env };
  const ariUser = wanted.ARI_USER || "attendant";
  const ofOthers = faultOfOthers(
    facts,
    Object.values(OWN_FILES).map((name) => join(config.outside, name)),
  );
  if (ofOthers) draft.faults.push(ofOthers);
  const access = ariAccess(config, { audience: answers.ariAudience, wasKept: isAriKept(facts), isFreePbx });
  checkConfig(config, { isFreePbx, context, number: answers.number, ariUser, http }, draft);
  if (draft.faults.length > 0) return;

  const options: AsteriskFilesOptions = {
    config,
    snippet: tools.snippet,
    number: answers.number,
    context,
    ariUser,
    ariPassword: secretFor(facts, draft, "ARI_PASSWORD", tools.newSecret),
    ariApp: wanted.ARI_APP || "attendant",
    maxCallSeconds: Number(wanted.MAX_CALL_SECONDS || 1800),
    http,
    isKept: access === "kept",
    sound: `${config.folder}/${OWN_FILES.sound.replace(/\.\w+$/, "")}`,
  };
  planDialling(facts, answers.number, isFreePbx ? "from-internal" : context, draft);
  if (!http.isNew || !env.ARI_URL) draft.env.ARI_URL ??= urlOf(http);
  writeFiles(facts, config, options, HOSTS[isFreePbx ? "freepbx" : "asterisk"], draft);
  draft.notes.push(...notesFor(answers.number, { isFreePbx, whyLeft: reasonsToLeave(config)[access] }));
}

/** What the administrator may want to do. @param whyLeft why access from other machines is left as it is, if it is */
function notesFor(
  number: string,
  { isFreePbx, whyLeft }: { readonly isFreePbx: boolean; readonly whyLeft: string | undefined },
): string[] {
  const notes: string[] = [];
  if (whyLeft) {
    notes.push(
      `Asterisk's HTTP server can be reached from other machines, and ${whyLeft}: ` +
        "access to /ari and /media is left as it is; asterisk-config/freepbx/http_custom.conf shows how to restrict it",
    );
  }
  if (isFreePbx) {
    notes.push(
      `to reserve ${number} in FreePBX: Admin → Custom Extensions → Add, number ${number}, description Attendant`,
      "for calls from outside: Admin → Custom Destinations → Add, target attendant,s,1; inbound routes can then choose it",
    );
  }
  return notes;
}

/** Port of the server that the last run turned on, which is the one that listens there; 0 when there is none. */
function formerPort({ previous, env: { ARI_URL = "" } }: Facts): number {
  return previous && URL.canParse(ARI_URL) ? Number(new URL(ARI_URL).port) : 0;
}

/** Plans the number that callees see, and the context in which they are dialled. */
function planDialling({ env, previous }: Facts, number: string, context: string, draft: Draft): void {
  // What setup chose before is not the administrator's choice.
  const shown = previous?.number && callerIdOf(previous.number);
  if (!env.CALLER_ID || env.CALLER_ID === shown) draft.env.CALLER_ID ??= callerIdOf(number);
  const isOpen = env.DIAL_CONTEXT ? env.DIAL_CONTEXT === previous?.context : context !== "from-internal";
  if (isOpen) draft.env.DIAL_CONTEXT ??= context;
}

/** The URL of Asterisk's HTTP server for a client on this machine. */
function urlOf({ address, port }: { readonly address: string; readonly port: number }): string {
  const host = address.includes(":") && !/^\[?::\]?$/.test(address) ? `[${address}]` : address;
  return `http://${/^(0\.0\.0\.0|\[?::\]?|)$/.test(host) ? "127.0.0.1" : host}:${port}`;
}

/** Adds our files to the plan, and an include of each. */
function writeFiles(
  facts: Facts,
  config: FoundConfig,
  options: AsteriskFilesOptions,
  hosts: Readonly<Record<Part, string>>,
  draft: Draft,
): void {
  const own: Readonly<Record<Part, string | undefined>> = {
    extensions: dialplanFile(options),
    ari: ariFile(options),
    http: httpFile(options),
  };
  draft.write(
    join(config.outside, OWN_FILES.sound),
    options.snippet(`asterisk-config/sounds/${OWN_FILES.sound}`),
    config.ownership,
    "name",
  );
  for (const part of ["http", "ari", "extensions"] as const) {
    const text = own[part];
    const file = join(config.outside, OWN_FILES[part]);
    if (text === undefined && facts.file(file) === undefined) continue;
    draft.write(file, toBytes(text ?? `${HEAD}\n`), config.ownership);
    if (config[part]?.includes.some(({ target }) => target === OWN_FILES[part])) continue;
    const path = join(config.outside, hosts[part]);
    const before = facts.file(path)?.bytes ?? "";
    // #tryinclude, so that Asterisk starts even when our file is gone.
    const lines = ["", "; Attendant. scripts/setup --undo takes this out again.", `#tryinclude ${OWN_FILES[part]}`];
    draft.write(path, appended(before, before === "" ? lines.slice(1) : lines), config.ownership);
  }
}

/** Formats a number for CALLER_ID: letters without brackets would be a name. */
function callerIdOf(number: string): string {
  return /[A-Za-z]/.test(number) ? `<${number}>` : number;
}

/** Returns whether setup has restricted ARI and the media to this machine. */
export function isAriKept({ config, file }: Pick<Facts, "config" | "file">): boolean {
  const bytes = config && file(join(config.outside, OWN_FILES.http))?.bytes;
  return bytes?.includes(KEPT_LINE) ?? false;
}

/** Returns why ARI and the media are not restricted to this machine. */
function reasonsToLeave(config: FoundConfig): Partial<Record<AriAccess, string>> {
  const users = usersOfOthers(config).map(({ name, file, line }) => `${name}, ${file}:${line}`);
  return {
    shared: users.length > 0 ? `others use ARI there (${users.join("; ")})` : "it was asked for",
    "restricted-already": "http.conf has restrictions of its own for them",
  };
}

interface Wanted {
  readonly isFreePbx: boolean;
  readonly context: string;
  readonly number: string;
  readonly ariUser: string;
  readonly http: { readonly address: string };
}

/** Adds faults for names that are taken, and for what is needed and missing. */
function checkConfig(config: FoundConfig, { isFreePbx, context, number, ariUser }: Wanted, draft: Draft): void {
  const { faults } = draft;
  const at = ({ file, line }: { file: string; line: number }) => `${join(config.outside, file)}:${line}`;
  const dialled = isFreePbx ? ["from-internal", context] : [context];
  const find = (how: typeof findExtension) =>
    dialled.map((each) => how(config.extensions, each, number)).find((entry) => entry !== undefined);
  const taken = find(findExtension);
  const pattern = find(findPattern);
  if (taken) {
    faults.push(
      `the number ${number} is taken at ${at(taken)}: choose another one with --number` +
        (isFreePbx
          ? ", or give that extension another one in FreePBX; where both have it, it is the assistant that answers"
          : ""),
    );
  } else if (pattern) {
    const name = pattern.value.split(",")[0]?.trim() ?? "";
    draft.notes.push(
      `the pattern ${name} at ${at(pattern)} takes the number ${number} as well: if that number is in use, choose another one with --number`,
    );
  }
  checkNames(config, ariUser, at, faults);
  if (isFreePbx) {
    for (const part of ["extensions", "ari", "http"] as const) checkIncluded(config, part, config[part], faults);
  } else checkContext(config, context, faults);
  const prefix = configValue(config.http, "general", "prefix");
  if (prefix)
    faults.push(`http.conf has prefix = ${prefix}, which makes media unreachable: remove it, or use --way extension`);
}

/** Adds faults for names of ours that are taken. */
function checkNames(
  config: FoundConfig,
  ariUser: string,
  at: (place: { file: string; line: number }) => string,
  faults: string[],
): void {
  for (const name of OWN_CONTEXTS) {
    const [section] = sectionsNamed(config.extensions, name);
    if (section)
      faults.push(
        `there is a context [${name}] already at ${at(section)}: if it is left from a manual installation, remove it`,
      );
  }
  const [user] = sectionsNamed(config.ari, ariUser);
  if (user) {
    faults.push(
      `ARI has a user ${ariUser} already at ${at(user)}: remove it, or set another name in ARI_USER in the environment`,
    );
  }
}

function checkContext({ extensions }: FoundConfig, context: string, faults: string[]): void {
  if (sectionsNamed(extensions, context).length > 0) return;
  const contexts = (extensions?.sections ?? []).map(({ name }) => name);
  const known = contexts.filter((name) => !/^(general|globals)$/.test(name)).slice(0, 12);
  faults.push(
    `the dialplan has no context "${context}": name that of your telephones with --context (${known.join(", ")})`,
  );
}

function checkIncluded(config: FoundConfig, part: Part, read: AsteriskConfig | undefined, faults: string[]): void {
  const host = HOSTS.freepbx[part];
  if (read?.includes.some(({ target }) => target === host)) return;
  const remedy =
    part === "ari" ? "install FreePBX's module arimanager (fwconsole ma downloadinstall arimanager)" : "update FreePBX";
  faults.push(`${join(config.outside, `${part}.conf`)} does not include ${host}: ${remedy}, or use --way own-asterisk`);
}
