import { join, resolve } from "node:path";
import { ENV_CREDENTIAL } from "../config/own-environment.js";
import { secretOfFile } from "../config/secret-variables.js";
import type { Facts, Way } from "./facts.js";
import { type Bytes, toBytes } from "./file-state.js";
import { servesSpeechHere } from "./own-speech.js";
import { replaced, type Snippet } from "./snippet.js";

export interface Unit {
  readonly name: "controller" | "asterisk" | "speech";
  readonly unit: string;
  readonly path: string;
}

const unit = (name: Unit["name"], file: string): Unit => ({ name, unit: file, path: `/etc/systemd/system/${file}` });
const CONTROLLER = unit("controller", "ari-attendant.service");
const ASTERISK = unit("asterisk", "ari-attendant-asterisk.service");
const SPEECH = unit("speech", "ari-attendant-speech.service");

const UNITS: Readonly<Record<Way, readonly Unit[]>> = {
  freepbx: [CONTROLLER],
  asterisk: [CONTROLLER],
  extension: [ASTERISK, CONTROLLER],
  "own-asterisk": [ASTERISK, CONTROLLER],
  compose: [],
};

/** Units of a way with these settings, in starting order. */
export function unitsOf(way: Way, env: Facts["env"]): readonly Unit[] {
  return servesSpeechHere(env, way) ? [SPEECH, ...UNITS[way]] : UNITS[way];
}

/** Data folder of the service under systemd. */
export const STATE_FOLDER = "/var/lib/ari-attendant";
const HEAD = "# Written by scripts/setup; scripts/setup --undo removes it.";

/** Returns whether setup wrote a unit, rather than an administrator. */
export function isOurUnit(bytes: Bytes | undefined): boolean {
  return bytes?.startsWith(HEAD) ?? false;
}

/** Returns the units of a way that an administrator has written, and that setup neither changes nor starts. */
export function unitsOfOthers(
  { hasSystemd, file }: Pick<Facts, "hasSystemd" | "file">,
  way: Way,
  env: Facts["env"],
): readonly Unit[] {
  if (!hasSystemd) return [];
  return unitsOf(way, env).filter(({ path }) => {
    const bytes = file(path)?.bytes;
    return bytes !== undefined && !isOurUnit(bytes);
  });
}

/** @param env the future settings in `.env` */
export function unitFile(name: Unit["name"], facts: Facts, env: Facts["env"], snippet: Snippet): Bytes {
  if (name === "speech") return toBytes(speechUnit(snippet("systemd/ari-attendant-speech.service"), facts, env));
  const service = snippet("systemd/ari-attendant.service");
  return toBytes(name === "controller" ? controllerUnit(service, facts, env) : asteriskUnit(service, facts));
}

/**
 * Adapts the project's own unit to the project's folder. systemd creates its user at each start, and reads `.env` as root because
 * the service cannot: for Node.js itself, and for the service, which reads quotation marks, comments and backslashes as everywhere.
 */
function controllerUnit(service: string, { node, project, folder }: Facts, env: Facts["env"]): string {
  return replaced(service, [
    [/^(#.*\n)+/, `${HEAD}\n`],
    [/^User=.*$/m, "DynamicUser=yes"],
    [
      /^# Read by systemd as root.*\n(?:#.*\n)*(?:LoadCredential=.*\n)+/m,
      `EnvironmentFile=${join(folder, ".env")}\nLoadCredential=${ENV_CREDENTIAL}:${join(folder, ".env")}\n${credentials(folder, env)}`,
    ],
    [/^WorkingDirectory=.*$/m, `WorkingDirectory=${STATE_FOLDER}`],
    [/^ExecStart=node /m, `ExecStart=${node} ${project}/`],
    [/\/opt\/ari-attendant/g, project],
    [/^After=.*$/m, `After=network-online.target asterisk.service freepbx.service mongod.service ${ASTERISK.unit}`],
  ]);
}

/** The project's own unit of the speech server; it needs no setting but the language, and no secret. */
function speechUnit(unit: string, { node, project }: Facts, { STT_LANGUAGE: language }: Facts["env"]): string {
  return replaced(unit, [
    [/^(#.*\n)+/, `${HEAD}\n`],
    [/^User=.*$/m, "DynamicUser=yes"],
    [/^WorkingDirectory=.*$/m, "WorkingDirectory=/var/lib/ari-attendant-speech"],
    [/^ExecStart=node /m, `${language ? `Environment=STT_LANGUAGE=${language}\n` : ""}ExecStart=${node} ${project}/`],
    [/\/opt\/ari-attendant(?![\w-])/g, project],
  ]);
}

/** Credentials for secrets in files, which only systemd can read. */
function credentials(folder: string, env: Facts["env"]): string {
  return Object.entries(env)
    .map(([variable, path]) => {
      const name = secretOfFile(variable);
      if (!name || !path) return "";
      return `LoadCredential=${name.toLowerCase()}:${resolve(folder, path)}\nUnsetEnvironment=${variable}\n`;
    })
    .join("");
}

/** Root file system of the bundled Asterisk, with this machine's host names, certificates and time zone. */
const rootOf = (root: string) => `RootDirectory=${root}
MountAPIVFS=yes
BindReadOnlyPaths=-/etc/hosts -/etc/resolv.conf -/etc/localtime -/etc/ssl/certs
`;

/** Unit of the separate Asterisk, as hardened as the service. */
function asteriskUnit(service: string, { config, asteriskRoot: root }: Facts): string {
  const home = (config?.folder ?? "").replace(/\/etc\/?$/, "");
  const [hardening = ""] = /^CapabilityBoundingSet=[^]*?(?=^\[Install\])/m.exec(service) ?? [];
  const { uid = 0, gid = 0 } = config?.ownership ?? {};
  const inRoot = root !== "";
  const user = uid === 0 ? "" : inRoot ? `User=${uid}\nGroup=${gid}\n` : "User=asterisk\nGroup=asterisk\n";
  const writable = inRoot ? `${rootOf(root)}ReadWritePaths=+${home}` : `ReadWritePaths=${home}`;
  return `${HEAD}
[Unit]
Description=Asterisk of Attendant, an extension of the PBX
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
${user}ExecStart=/usr/sbin/asterisk -f -C ${home}/etc/asterisk.conf
${writable}
Restart=always
RestartSec=2
LimitNOFILE=16384
CPUWeight=400
${hardening}[Install]
WantedBy=multi-user.target
`;
}
