import { dirname, join } from "node:path";
import { isLoopback } from "../kernel/host.js";
import type { Draft, PlanTools, SetupAnswers } from "./draft.js";
import type { Facts } from "./facts.js";

/** The first Docker Compose that reads compose.yaml. */
const LEAST = [2, 24] as const;
/** Published by the further controllers of the profile `several`. */
const PORTS_OF_SEVERAL = /^808[123]$/;

/** Plans containers: `.env` for compose.yaml, and the files below `secrets` that it names. */
export function planCompose(facts: Facts, answers: SetupAnswers, tools: PlanTools, draft: Draft): void {
  const { sip } = answers;
  if (!sip) {
    draft.faults.push(
      "an extension needs its number, the PBX's address and the extension's secret: SIP_USER, SIP_DOMAIN, SIP_PASSWORD",
    );
    return;
  }
  draft.faults.push(...faultsOf(facts, sip.domain, answers.ownAddress));
  if (draft.faults.length > 0) return;
  // Theirs may be the ports that look taken.
  const areRunning = facts.previous !== undefined || Boolean(facts.env.SIP_USER);
  draft.env.SIP_USER = sip.user;
  draft.env.SIP_DOMAIN = sip.domain;
  draft.env.TIMEZONE ??= facts.env.TIMEZONE || facts.timeZone;
  const ownAddress = facts.env.ASTERISK_EXTERNAL_ADDRESS || answers.ownAddress;
  if (ownAddress) draft.env.ASTERISK_EXTERNAL_ADDRESS ??= ownAddress;
  else draft.notes.push("set ASTERISK_EXTERNAL_ADDRESS in .env to the address of this machine as the PBX sees it");
  const profiles = draft.env.COMPOSE_PROFILES ?? facts.env.COMPOSE_PROFILES ?? "";
  if (!areRunning) planPorts(facts, profiles, draft);
  // Its password goes into a file, like the others.
  delete draft.env.SIP_PASSWORD;
  planServers(draft);
  const secrets = join(facts.folder, "secrets");
  draft.folder(secrets, { ...facts.owner, mode: 0o700 }, false);
  for (const [name, bytes] of tools.makeSecrets(sip.password, profiles)) {
    if (name.includes("/")) draft.folder(join(secrets, dirname(name)), { ...facts.owner, mode: 0o700 }, false);
    draft.write(join(secrets, name), bytes, { ...facts.owner, mode: 0o444 }, "name");
  }
  if (facts.composeVersion === undefined)
    draft.notes.push("there is no docker on this machine: install it, with Compose 2.24 or later");
}

/** Gives servers on this machine the name that it has for containers. */
function planServers(draft: Draft): void {
  for (const [name, value] of Object.entries(draft.env)) {
    if (!name.endsWith("_BASE_URL")) continue;
    const inContainer = value.replace(/\/\/(127\.[\d.]+|localhost|\[::1\])(?=[:/]|$)/, "//host.docker.internal");
    if (inContainer === value) continue;
    draft.env[name] = inContainer;
    draft.notes.push(
      `${name}: containers reach this machine as host.docker.internal; the server has to listen on more than loopback`,
    );
  }
}

/** @param ownAddress this machine's address in its network */
function faultsOf({ composeVersion = "" }: Facts, domain: string, ownAddress: string | undefined): readonly string[] {
  const faults: string[] = [];
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(composeVersion) ?? [];
  const isOld = Number(major) < LEAST[0] || (Number(major) === LEAST[0] && Number(minor) < LEAST[1]);
  if (isOld) faults.push(`Docker Compose ${composeVersion} is too old: install ${LEAST.join(".")} or later`);
  if (isLoopback(domain)) {
    const instead = ownAddress === undefined || isLoopback(ownAddress) ? "" : `, SIP_DOMAIN=${ownAddress}`;
    faults.push(
      `To a container, SIP_DOMAIN=${domain} means the container itself, not this machine: ` +
        `name an address of this machine at which the PBX listens${instead}`,
    );
  }
  return faults;
}

/** Chooses other ports for those of compose.yaml that are taken. */
function planPorts({ env, ports }: Facts, profiles: string, draft: Draft): void {
  if (ports.rest !== 8080 && !env.PORT && draft.env.PORT === undefined) {
    if (profiles.split(",").includes("several") && PORTS_OF_SEVERAL.test(String(ports.rest))) {
      draft.faults.push("port 8080 is taken: set PORT in the environment to a free one, not 8081 to 8083");
    } else {
      draft.env.PORT = String(ports.rest);
      draft.notes.push(`port 8080 is taken: the REST interface uses ${ports.rest}`);
    }
  }
  if (ports.ownSip !== 5160 && !env.ASTERISK_SIP_PORT && draft.env.ASTERISK_SIP_PORT === undefined) {
    draft.env.ASTERISK_SIP_PORT = String(ports.ownSip);
    draft.notes.push(`UDP port 5160 is taken: the assistant's Asterisk uses ${ports.ownSip} for SIP`);
  }
}
