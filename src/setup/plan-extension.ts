import { join } from "node:path";
import { isLoopback } from "./ari-access.js";
import type { Facts } from "./facts.js";
import { faultOfOthers } from "./other-installation.js";
import { secretFor } from "./secret-for.js";
import type { Draft, PlanTools, SetupAnswers } from "./draft.js";

/** Where an Asterisk of our own has its files, as it sees it; the other folders of it are beside this one. */
export const OWN_CONFIG = "/var/lib/ari-attendant-asterisk/etc";
const RTP_PORTS = 100;
const RTP_START = 31000;

/** An Asterisk of our own that registers with the PBX as one of its extensions, and the controller on that. */
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
  // What is rendered has them in it, wherever they come from.
  const secrets = {
    SIP_PASSWORD: secretFor(facts, draft, "SIP_PASSWORD", () => sip.password),
    ARI_PASSWORD: secretFor(facts, draft, "ARI_PASSWORD", tools.newSecret),
    AMI_PASSWORD: secretFor(facts, draft, "AMI_PASSWORD", tools.newSecret),
  };

  draft.env.ASTERISK_SIP_PORT ??= env.ASTERISK_SIP_PORT || String(ports.ownSip);
  draft.env.ASTERISK_RTP_START ??= env.ASTERISK_RTP_START || String(RTP_START);
  draft.env.ASTERISK_RTP_END ??= env.ASTERISK_RTP_END || String(Number(draft.env.ASTERISK_RTP_START) + RTP_PORTS - 1);
  // A PBX on this very machine: then nobody else has to reach it.
  if (isLoopback(sip.domain) && !env.ASTERISK_SIP_BIND) draft.env.ASTERISK_SIP_BIND ??= "127.0.0.1";

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
  // In the others nothing is but what Asterisk itself writes; in these somebody may have put something of theirs.
  for (const part of ["", "etc", "etc/sounds"]) draft.folder(join(outside, part), ownership, false);
  for (const part of ["run", "lib", "spool", "log"]) draft.folder(join(outside, part), ownership);
  for (const [name, bytes] of files) draft.write(join(outside, "etc", name), bytes, config.ownership, "name");
}

/** An empty value counts as not set; a file that is named is read by then. */
function withoutFiles(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== "" && !name.endsWith("_FILE")),
  );
}
