import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { createSocket } from "node:dgram";
import { basename, dirname, join } from "node:path";
import { isLoopback } from "../kernel/host.js";
import { asOwnerOf } from "../kernel/act-as.js";
import { configValue, readAsteriskConfig } from "./asterisk-config.js";
import { type AsteriskPlace, runAsterisk, tellAsterisk } from "./asterisk-command.js";
import type { FoundAsterisk, FoundConfig, FreePorts, Way } from "./facts.js";
import type { Ownership } from "./file-state.js";
import { followLinks, readState } from "./files.js";
import { OWN_FILES } from "./plan-on-pbx.js";
import { runCommand } from "./run-command.js";

/** Facts about this machine that do not depend on the way. */
export interface Machine {
  readonly asterisk: FoundAsterisk | undefined;
  readonly isFreePbx: boolean;
  readonly hasConfig: boolean;
  /** As `Facts` has it. */
  readonly composeVersion: string | undefined;
  readonly hasSystemd: boolean;
}

const PORTS_TRIED = 200;
const TELEPHONE_FILES = ["pjsip.conf", "pjsip_wizard.conf", "sip.conf"] as const;
/** Usual names of the telephones' context, for an Asterisk whose telephones are in a database. */
const USUAL_CONTEXTS = ["from-internal", "phones", "internal"];
/** The setting, in pjsip_wizard.conf with what it belongs to. */
const CONTEXT = /^(endpoint\/)?context$/i;
/** Only a provider's line authenticates the PBX. */
const OF_A_LINE = /^((endpoint\/)?outbound_auth|sends_(registrations|auth))$/i;

export async function detectMachine(place: AsteriskPlace): Promise<Machine> {
  const folder = join(place.root, place.configDir);
  const marks = [join(place.root, "/etc/freepbx.conf"), join(folder, "extensions_additional.conf")];
  const [asterisk, docker] = await Promise.all([
    findAsterisk(place),
    runCommand("docker", ["compose", "version"], { path: place.path }),
  ]);
  return {
    asterisk,
    isFreePbx: marks.some((mark) => existsSync(mark)),
    hasConfig: existsSync(join(folder, "extensions.conf")),
    composeVersion: docker.code === 0 ? (/\bv?\d+\.\d+[\w.+-]*/.exec(docker.stdout)?.[0] ?? "") : undefined,
    hasSystemd: place.root === "" && existsSync("/run/systemd/system"),
  };
}

/** Returns the way that fits best, if any. */
export function suggestedWay({ asterisk, isFreePbx, hasConfig, composeVersion }: Machine): Way | undefined {
  if (asterisk && isFreePbx) return "freepbx";
  if (asterisk && hasConfig) return "asterisk";
  if (composeVersion !== undefined) return "compose";
  return asterisk ? "extension" : undefined;
}

async function findAsterisk(place: AsteriskPlace): Promise<FoundAsterisk | undefined> {
  const { code, stdout } = await runAsterisk({ ...place, configDir: "/etc/asterisk" }, "-V");
  const version = /^Asterisk (\S+)/m.exec(stdout)?.[1];
  if (code !== 0 || version === undefined) return undefined;
  return { version, isRunning: (await tellAsterisk(place, "core show uptime")).code === 0 };
}

/** Reads an Asterisk's configuration without what this program has added, because a plan adds it again. */
export function readConfig(place: AsteriskPlace): FoundConfig {
  // Read as the user who can change it, so that an include cannot reach files that this user cannot read.
  return asOwnerOf(join(place.root, place.configDir), () => configOf(place));
}

function configOf({ root, configDir }: AsteriskPlace): FoundConfig {
  const main = readState(join(root, configDir, "asterisk.conf"))?.bytes;
  const named = readAsteriskConfig("asterisk.conf", () => main);
  const told = configValue(named, "directories", "astetcdir");
  // A folder that was named explicitly takes precedence over one that does not exist.
  const folder = told && existsSync(join(root, told)) ? told : configDir;
  const outside = followLinks(join(root, folder));
  const own = new Set<string>(Object.values(OWN_FILES));
  const readFile = (name: string) => {
    if (own.has(basename(name))) return undefined;
    const path = name.startsWith("/") ? join(root, name) : join(outside, name);
    return existsSync(path) && statSync(path).isFile() ? readFileSync(path, "latin1") : undefined;
  };
  const expand = (pattern: string) => {
    const at = pattern.startsWith("/") ? join(root, pattern) : join(outside, pattern);
    if (!existsSync(dirname(at))) return [];
    const names = readdirSync(dirname(at)).filter((name) => matches(name, basename(at)));
    return names.sort().map((name) => join(dirname(pattern), name));
  };
  const read = (name: string) => readAsteriskConfig(name, readFile, expand);
  return {
    folder,
    outside,
    ownership: ownershipOf(root, outside),
    extensions: read("extensions.conf"),
    http: read("http.conf"),
    ari: read("ari.conf"),
    telephones: TELEPHONE_FILES.flatMap((name) => read(name) ?? []),
  };
}

/** Returns the candidates for the context of the telephones, the most frequent first. */
export function phoneContexts({ telephones, extensions }: FoundConfig): readonly string[] {
  const counts = new Map<string, number>();
  for (const config of telephones) {
    const usual = configValue(config, "general", "context");
    for (const { name, entries } of config.sections) {
      // In sip.conf, and no telephones.
      if (/^(general|authentication)$/i.test(name) || entries.some(({ key }) => OF_A_LINE.test(key))) continue;
      const context = entries.findLast(({ key }) => CONTEXT.test(key))?.value ?? usual;
      if (context !== undefined) counts.set(context, (counts.get(context) ?? 0) + 1);
    }
  }
  const named = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const known = new Set((extensions?.sections ?? []).map(({ name }) => name));
  return (named.length > 0 ? named : USUAL_CONTEXTS).filter((name) => known.has(name));
}

/** Returns Asterisk's user when it exists and this process can change owners; otherwise the folder's owner. */
function ownershipOf(root: string, folder: string): Ownership {
  const passwd = readState(join(root, "etc/passwd"))?.bytes ?? "";
  const [, uid, gid] = /^asterisk:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  const own = process.getuid?.() ?? 0;
  if (uid !== undefined && own === 0) return { mode: 0o640, uid: Number(uid), gid: Number(gid) };
  if (!existsSync(folder)) return { mode: 0o640, uid: own, gid: process.getgid?.() ?? 0 };
  const found = statSync(folder);
  return { mode: 0o640, uid: own === 0 ? found.uid : own, gid: found.gid };
}

function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return !name.startsWith(".") && new RegExp(`^${source}$`).test(name);
}

/** @param ofHttp port for Asterisk's HTTP server, if it is turned off */
export async function freePorts(ofHttp: number): Promise<FreePorts> {
  const [rest, http, ownHttp, ownManager, ownSip] = await Promise.all([
    firstFree(8080, freeForTcp),
    firstFree(ofHttp, freeForTcp),
    firstFree(8188, freeForTcp),
    firstFree(5138, freeForTcp),
    firstFree(5160, freeForUdp),
  ]);
  return { rest, http, ownHttp, ownManager, ownSip };
}

async function firstFree(from: number, isFree: (port: number) => Promise<boolean>): Promise<number> {
  for (let port = from; port < from + PORTS_TRIED; port++) if (await isFree(port)) return port;
  return from;
}

function freeForTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function freeForUdp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => resolve(false));
    socket.bind({ port, exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

/** An address of no machine (RFC 5737): the route there is the one to other networks. */
const ELSEWHERE = "192.0.2.1";

/**
 * Returns this machine's address on the route to another; sends nothing. Undefined without a route.
 *
 * @param named a host or an address, also one of IPv6 as in URLs; for this machine itself, its address on the route to others
 */
export function addressTowards(named: string): Promise<string | undefined> {
  const host = isLoopback(named) ? ELSEWHERE : named.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
    const end = (address: string | undefined) => socket.close(() => resolve(address));
    socket.once("error", () => end(undefined));
    socket.connect(5060, host, () => end(socket.address().address));
  });
}
