import { once } from "node:events";
import { connect } from "node:net";
import { withDeadline } from "../../kernel/deadline.js";
import { PBX_ENDPOINT } from "../../telephony/asterisk/dialling/dial-route.js";
import { endpointOf, manager, ownRegistration, REGISTRATIONS, staleRegistration } from "../ask-asterisk.js";
import { type Check, fault, good, unchecked } from "../check.js";
import { DIALPLAN_CHECK } from "./dialplan.js";

const BANNER_MS = 2_000;
const BANNER = "Asterisk Call Manager";

/** Returns whether the server sends AMI's greeting; undefined when no connection can be made. */
async function greetsAsAmi(
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const socket = connect({ host, port });
  socket.on("error", () => {});
  let isConnected = false;
  try {
    return await withDeadline(BANNER_MS, signal, "the greeting of AMI", async (limit) => {
      await once(socket, "connect", { signal: limit });
      isConnected = true;
      const [first] = (await once(socket, "data", { signal: limit })) as [Buffer];
      return first.toString("latin1").startsWith(BANNER);
    });
  } catch {
    signal.throwIfAborted();
    return isConnected ? false : undefined;
  } finally {
    socket.destroy();
  }
}

/** Codecs that Asterisk transcodes to the assistant's sound. */
const USABLE_CODECS = /\b(g722|ulaw|alaw|slin\d*|opus)\b/i;

const ami: Check = {
  name: "ami",
  title: "The manager interface (AMI)",
  settings: ["AMI_", "ARI_URL"],
  remedies: [
    [
      /is not AMI/,
      "Set AMI_PORT to the port in [general] of manager.conf, usually 5038. ARI has another port, usually 8088",
    ],
    [
      /refused the manager user/,
      "Set AMI_USER and AMI_PASSWORD to those in manager.conf, and check that its permit and deny admit this address; then: manager reload",
    ],
    [
      /may not/,
      "Set read = system and write = reporting (or system) for that user in manager.conf, then: manager reload",
    ],
    [
      /ECONNREFUSED/,
      "In [general] of manager.conf set enabled = yes, and port and bindaddr to match AMI_HOST and AMI_PORT; then: manager reload",
    ],
    [/took more than|ETIMEDOUT/, "Check AMI_HOST and AMI_PORT, and that no firewall drops the connection"],
    [/ENOTFOUND|EAI_AGAIN/, "Correct the host name in AMI_HOST, or use an IP address"],
    [/./, "Check AMI_HOST and AMI_PORT, and manager.conf"],
  ],
  async look(installation, signal) {
    const { settings } = installation;
    if (!settings.ami) return good("Not needed: no extension is registered.");
    const { host, port } = settings.ami;
    if ((await greetsAsAmi({ host, port }, signal)) === false)
      return fault(`The server at ${host}:${port} is not AMI.`);
    const [[answer] = []] = await manager(installation, REGISTRATIONS);
    if (answer?.response === "Error" && /permission/i.test(answer.message ?? "")) {
      return fault(`The manager user "${settings.ami.user}" may not ask for registrations.`);
    }
    return good(`The manager user "${settings.ami.user}" is accepted.`);
  },
};

const registration: Check = {
  name: "registration",
  title: "Registration with the PBX",
  needs: ["ami", "ari-connection"],
  settings: ["SIP_"],
  deadlineMs: 60_000,
  remedies: [
    [
      /still registers/,
      "Regenerate Asterisk's configuration with SIP_USER, SIP_PASSWORD and SIP_DOMAIN (docker compose up --detach asterisk), or change pjsip.conf, or set the settings to what Asterisk has",
    ],
    [
      /SIP 401/,
      "Set SIP_PASSWORD to the extension's secret and SIP_USER to its number, and regenerate Asterisk's configuration. Check that fail2ban has not banned this Asterisk",
    ],
    [
      /SIP 403/,
      "In the PBX, allow the extension to register from this address and with one more device (Max Contacts), and compare the secret",
    ],
    [/SIP 404/, "Create the extension in the PBX, or correct SIP_USER and SIP_DOMAIN"],
    [
      /cannot be resolved/,
      "Correct SIP_DOMAIN, or use an IP address. Asterisk asks the name server of its own machine or container",
    ],
    [
      /does not answer/,
      "Check which transport and port the PBX listens on (SIP_TRANSPORT, SIP_PORT), and that no firewall is in between; with tls, that its certificate is trusted",
    ],
    [
      /no outbound registration/,
      "Check pjsip.conf of the assistant's Asterisk, or unset SIP_USER if calls arrive without a registration",
    ],
    [/./, 'Check the extension in the PBX, and: asterisk -rx "pjsip show registrations"'],
  ],
  async look(installation, signal) {
    const { sip, ami: credentials } = installation.settings;
    if (!sip || !credentials) return good("Not needed: calls arrive without a registration.");
    const [answers = []] = await manager(installation, REGISTRATIONS);
    const own = ownRegistration(answers, sip.user);
    const stale = own && staleRegistration(own, sip);
    if (stale) return fault(`Asterisk still registers ${stale}, not ${sip.user} with ${sip.domain}.`);
    const asterisk = await installation.asterisk();
    const wrong = await asterisk.registration(credentials, sip.user, signal);
    return wrong === undefined
      ? good(`Extension ${sip.user} is registered with ${sip.domain}.`)
      : fault(`${wrong.slice(0, 1).toUpperCase()}${wrong.slice(1)}.`);
  },
};

const codecs: Check = {
  name: "codecs",
  title: "Audio formats with the PBX",
  needs: ["ari-connection"],
  settings: ["SIP_"],
  deadlineMs: 30_000,
  remedies: [
    [
      /./,
      "Set allow = g722,ulaw,alaw for that endpoint in pjsip.conf, and load codec_g722.so, codec_ulaw.so and codec_alaw.so; then: module reload res_pjsip.so",
    ],
  ],
  async look(installation, signal) {
    if (!installation.settings.sip) return good("Not needed: Asterisk is the PBX itself.");
    const endpoint = await endpointOf(installation, signal);
    if (!endpoint) return unchecked(`Not checked: there is no endpoint "${PBX_ENDPOINT}".`);
    const allowed = endpoint.allow ?? "";
    if (!USABLE_CODECS.test(allowed))
      return fault(`The endpoint "${PBX_ENDPOINT}" allows ${allowed || "nothing"}: none of g722, ulaw, alaw.`);
    return good(`The endpoint "${PBX_ENDPOINT}" allows ${allowed}.`);
  },
};

export const PBX_CHECKS: readonly Check[] = [ami, registration, codecs, DIALPLAN_CHECK];
