import { join } from "node:path";
import { isLoopback } from "../kernel/host.js";
import type { Facts, Way } from "./facts.js";
import { faultOfOthers } from "./other-installation.js";
import { secretFor } from "./secret-for.js";
import type { Draft, PlanTools, SetupAnswers } from "./draft.js";

/** Configuration folder of the separate Asterisk, as it sees it; its other folders are beside it. */
export const OWN_CONFIG = "/var/lib/ari-attendant-asterisk/etc";
/** Root file system of the bundled Asterisk. */
export const OWN_ROOT = "/var/lib/ari-attendant-asterisk/root";
const RTP_PORTS = 100;
const RTP_START = 31000;

/** Returns whether the assistant has a separate Asterisk on this machine, installed or bundled. */
export function hasOwnAsterisk(way: Way): boolean {
  return way === "extension" || way === "own-asterisk";
}

/** Plans a separate Asterisk that registers with the PBX as an extension, and the controller on it. */
export function planExtension(facts: Facts, answers: SetupAnswers, tools: PlanTools, draft: Draft): void {
  const { env, ports, config } = facts;
  const { sip } = answers;
  if (!sip || !config) {
    draft.faults.push(
      "an extension needs its number, the PBX's address and the extension's secret: SIP_USER, SIP_DOMAIN, SIP_PASSWORD",
    );
    return;
  }
  const ofOthers = faultOfOthers(facts, [join(config.outside, "asterisk.conf")]);
  if (ofOthers) {
    draft.faults.push(ofOthers);
    return;
  }
  const wanted = { ...env, ...draft.env };
  const http = wanted.ARI_URL ? new URL(wanted.ARI_URL).port : String(ports.ownHttp);
  const manager = wanted.AMI_PORT || String(ports.ownManager);
  draft.env.SIP_USER = sip.user;
  draft.env.SIP_DOMAIN = sip.domain;
  draft.env.ARI_URL = `http://127.0.0.1:${http}`;
  draft.env.AMI_PORT = manager;
  // The rendered files contain them, whatever their source.
  const secrets = {
    SIP_PASSWORD: secretFor(facts, draft, "SIP_PASSWORD", () => sip.password),
    ARI_PASSWORD: secretFor(facts, draft, "ARI_PASSWORD", tools.newSecret),
    AMI_PASSWORD: secretFor(facts, draft, "AMI_PASSWORD", tools.newSecret),
  };

  planSockets(facts, sip.domain, draft);
  const home = config.folder.replace(/\/etc\/?$/, "");
  const files = tools.render({
    ARI_USER: "attendant",
    AMI_USER: "attendant",
    ...withoutFiles({ ...env, ...draft.env }),
    ...secrets,
    ASTERISK_CONFIG_DIR: `${home}/etc`,
    ASTERISK_RUN_DIR: `${home}/run`,
    ASTERISK_LIB_DIR: `${home}/lib`,
    ASTERISK_SPOOL_DIR: `${home}/spool`,
    ASTERISK_LOG_DIR: `${home}/log`,
    ASTERISK_HTTP_PORT: http,
    ASTERISK_AMI_PORT: manager,
  });
  const outside = config.outside.replace(/\/etc\/?$/, "");
  const ownership = { ...config.ownership, mode: 0o750 };
  // Administrators may have put files of their own into these; the others contain only what Asterisk writes.
  for (const part of ["", "etc", "etc/sounds"]) draft.folder(join(outside, part), ownership, false);
  for (const part of ["run", "lib", "spool", "log"]) draft.folder(join(outside, part), ownership);
  for (const [name, bytes] of files) draft.write(join(outside, "etc", name), bytes, config.ownership, "name");
}

/** Drops empty values, which count as not set, and names of files, which have been read by then. */
function withoutFiles(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== "" && !name.endsWith("_FILE")),
  );
}

/** Plans where Asterisk receives SIP and sound. */
function planSockets({ env, ports }: Facts, pbx: string, draft: Draft): void {
  draft.env.ASTERISK_SIP_PORT ??= env.ASTERISK_SIP_PORT || String(ports.ownSip);
  draft.env.ASTERISK_RTP_START ??= env.ASTERISK_RTP_START || String(RTP_START);
  draft.env.ASTERISK_RTP_END ??= env.ASTERISK_RTP_END || String(Number(draft.env.ASTERISK_RTP_START) + RTP_PORTS - 1);
  const { ASTERISK_SIP_BIND: bound = "", SIP_DOMAIN: former = "" } = env;
  // What setup chose for a PBX on this machine before is not the administrator's choice.
  const isChosen = isLoopback(bound) && isLoopback(former);
  const bind = bindFor(pbx);
  if ((bound !== "" && !isChosen) || bound === bind || draft.env.ASTERISK_SIP_BIND !== undefined) return;
  draft.env.ASTERISK_SIP_BIND = bind;
  if (bound !== "")
    draft.notes.push(`ASTERISK_SIP_BIND is no longer ${bound}, which was chosen for a PBX at ${former}`);
}

/** Returns where SIP is received: with a PBX on this machine, no other host has to reach it. Empty for the default, all of IPv4. */
function bindFor(pbx: string): string {
  const isVersion6 = pbx.includes(":");
  if (isLoopback(pbx)) return isVersion6 ? "::1" : "127.0.0.1";
  return isVersion6 ? "::" : "";
}
