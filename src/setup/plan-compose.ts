import { dirname, join } from "node:path";
import type { Facts } from "./facts.js";
import type { Draft, PlanTools, SetupAnswers } from "./draft.js";

/** Plans containers: `.env` for compose.yaml, and the files below `secrets` that it names. */
export function planCompose(facts: Facts, answers: SetupAnswers, tools: PlanTools, draft: Draft): void {
  const { sip } = answers;
  if (!sip) {
    draft.faults.push(
      "an extension needs its number, the PBX's address and the extension's secret: SIP_USER, SIP_DOMAIN, SIP_PASSWORD",
    );
    return;
  }
  draft.env.SIP_USER = sip.user;
  draft.env.SIP_DOMAIN = sip.domain;
  draft.env.TIMEZONE ??= facts.env.TIMEZONE || facts.timeZone;
  const ownAddress = facts.env.ASTERISK_EXTERNAL_ADDRESS || answers.ownAddress;
  if (ownAddress) draft.env.ASTERISK_EXTERNAL_ADDRESS ??= ownAddress;
  else draft.notes.push("set ASTERISK_EXTERNAL_ADDRESS in .env to the address of this machine as the PBX sees it");
  // Its password goes into a file, like the others.
  delete draft.env.SIP_PASSWORD;
  for (const [name, value] of Object.entries(draft.env)) {
    if (!name.endsWith("_BASE_URL")) continue;
    const inContainer = value.replace(/\/\/(127\.[\d.]+|localhost|\[::1\])(?=[:/]|$)/, "//host.docker.internal");
    if (inContainer === value) continue;
    draft.env[name] = inContainer;
    draft.notes.push(
      `${name}: containers reach this machine as host.docker.internal; the server has to listen on more than loopback`,
    );
  }
  const secrets = join(facts.folder, "secrets");
  draft.folder(secrets, { ...facts.owner, mode: 0o700 }, false);
  const profiles = draft.env.COMPOSE_PROFILES ?? facts.env.COMPOSE_PROFILES ?? "";
  for (const [name, bytes] of tools.makeSecrets(sip.password, profiles)) {
    if (name.includes("/")) draft.folder(join(secrets, dirname(name)), { ...facts.owner, mode: 0o700 }, false);
    draft.write(join(secrets, name), bytes, { ...facts.owner, mode: 0o444 }, "name");
  }
  if (!facts.hasDocker) draft.notes.push("there is no docker on this machine: install it, with Compose 2.24 or later");
}
