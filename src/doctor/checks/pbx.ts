import { askManager, type EndpointSettings } from "../../telephony/asterisk/asterisk-look.js";
import type { AmiMessage } from "../../telephony/asterisk/ami-connection.js";
import { PBX_ENDPOINT } from "../../telephony/asterisk/dial-route.js";
import { greetsAsAmi } from "../ami-banner.js";
import { advice, type Check, fault, good, unchecked } from "../check.js";
import { leadsToApplication, type DialplanLine } from "../dialplan.js";
import { dialplanLacks } from "../dialplan-upkeep.js";
import { wayOfCall } from "../dialplan-way.js";
import type { Installation } from "../installation.js";
import { ownRegistration, staleRegistration } from "../own-registration.js";

/** Of those that Asterisk turns into the assistant's sound by itself. */
const USABLE_CODECS = /\b(g722|ulaw|alaw|slin\d*|opus)\b/i;
const REGISTRATIONS = ["PJSIPShowRegistrationsOutbound", {}] as const;

async function manager(
  { settings, scope }: Installation,
  ...actions: readonly (readonly [string, Readonly<Record<string, string>>])[]
): Promise<readonly (readonly AmiMessage[])[]> {
  if (!settings.ami) throw new Error("AMI_PASSWORD is not set");
  return askManager(settings.ami, actions, scope);
}

const ami: Check = {
  name: "ami",
  title: "The manager interface (AMI)",
  settings: ["AMI_", "ARI_URL"],
  remedies: [
    [/is not AMI/, "Give AMI_PORT the port in [general] of manager.conf, 5038 as a rule; ARI's is another one, 8088"],
    [
      /refused the manager user/,
      "Give AMI_USER and AMI_PASSWORD what manager.conf has, see that its permit lets this address in and no deny keeps it out; then: manager reload",
    ],
    [
      /may not/,
      "Set read = system and write = reporting (or system) for that user in manager.conf, then: manager reload",
    ],
    [
      /ECONNREFUSED/,
      "Set enabled = yes, port and bindaddr in [general] of manager.conf to where AMI_HOST and AMI_PORT lead; then: manager reload",
    ],
    [/took more than|ETIMEDOUT/, "See AMI_HOST and AMI_PORT, and that no firewall drops it"],
    [/ENOTFOUND|EAI_AGAIN/, "Write AMI_HOST right, or its address"],
    [/./, "See AMI_HOST and AMI_PORT, and manager.conf"],
  ],
  async look(installation, signal) {
    const { settings } = installation;
    if (!settings.ami) return good("It is not needed: no extension is registered.");
    const { host, port } = settings.ami;
    if ((await greetsAsAmi({ host, port }, signal)) === false)
      return fault(`What listens at ${host}:${port} is not AMI.`);
    const [[answer] = []] = await manager(installation, REGISTRATIONS);
    if (answer?.response === "Error" && /permission/i.test(answer.message ?? "")) {
      return fault(`The manager user "${settings.ami.user}" may not ask for registrations.`);
    }
    return good(`The manager user "${settings.ami.user}" is let in.`);
  },
};

const registration: Check = {
  name: "registration",
  title: "The registration with the PBX",
  needs: ["ami", "ari-connection"],
  settings: ["SIP_"],
  deadlineMs: 60_000,
  remedies: [
    [
      /still registers/,
      "Have Asterisk's configuration written anew with SIP_USER, SIP_PASSWORD and SIP_DOMAIN (docker compose up --detach asterisk), or change pjsip.conf, or set them to what Asterisk has",
    ],
    [
      /SIP 401/,
      "Set SIP_PASSWORD to the extension's secret, and SIP_USER to its number, and have Asterisk's configuration written anew; see that fail2ban has not banned this Asterisk",
    ],
    [
      /SIP 403/,
      "In the PBX let the extension register from this address, and as one device more (Max Contacts); compare the secret",
    ],
    [/SIP 404/, "Create the extension in the PBX, or write SIP_USER and SIP_DOMAIN as the PBX has them"],
    [
      /cannot be resolved/,
      "Write SIP_DOMAIN right, or as an address; Asterisk asks the name server of its own machine or container",
    ],
    [
      /does not answer/,
      "See which transport and port the PBX listens on (SIP_TRANSPORT, SIP_PORT), and that no firewall is between; with tls, that its certificate is trusted",
    ],
    [
      /no outbound registration/,
      "See pjsip.conf of the assistant's Asterisk, or unset SIP_USER where calls come without one",
    ],
    [/./, 'See the extension in the PBX, and: asterisk -rx "pjsip show registrations"'],
  ],
  async look(installation, signal) {
    const { sip, ami: credentials } = installation.settings;
    if (!sip || !credentials) return good("None is expected: calls come without.");
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
    if (!installation.settings.sip) return good("Asterisk is the PBX itself: its telephones bring theirs.");
    const endpoint = await endpointOf(installation, signal);
    if (!endpoint) return unchecked(`Not checked: there is no endpoint "${PBX_ENDPOINT}".`);
    const allowed = endpoint.allow ?? "";
    if (!USABLE_CODECS.test(allowed))
      return fault(`The endpoint "${PBX_ENDPOINT}" allows ${allowed || "nothing"}: none of g722, ulaw, alaw.`);
    return good(`The endpoint "${PBX_ENDPOINT}" allows ${allowed}.`);
  },
};

const dialplan: Check = {
  name: "dialplan",
  title: "The dialplan",
  needs: ["ami", "ari-connection"],
  settings: ["ARI_APP", "DIAL_CONTEXT", "REJOIN_SECONDS", "MAX_CALL_SECONDS"],
  deadlineMs: 35_000,
  remedies: [
    [
      /but .*attendant-(lost|wait)/,
      "Write attendant-lost and attendant-wait anew from asterisk-config/freepbx/extensions_custom.conf, with the name that ARI_APP has: docs/upgrade.md#what-changes; or set REJOIN_SECONDS=0",
    ],
    [
      /TIMEOUT\(absolute\)/,
      "Set TIMEOUT(absolute) before Stasis() to MAX_CALL_SECONDS and a minute more, then: dialplan reload",
    ],
    [
      /leads from/,
      "Set context of that endpoint in pjsip.conf to the context that leads to Stasis(), or add the way to extensions.conf; then: dialplan reload",
    ],
    [
      /does not get to/,
      'See which extension takes that number: asterisk -rx "dialplan show NUMBER@CONTEXT"; have it lead to Stasis() as asterisk-config/templates/extensions.conf does, then: dialplan reload',
    ],
    [/no context .* DIAL_CONTEXT|DIAL_CONTEXT/, "Set DIAL_CONTEXT to the context from which the PBX's telephones dial"],
    [
      /./,
      "Add what asterisk-config/freepbx/extensions_custom.conf shows, with the name that ARI_APP has, then: dialplan reload (FreePBX: fwconsole reload)",
    ],
  ],
  async look(installation, signal) {
    const { sip, ami: credentials, ari, calls } = installation.settings;
    if (!sip) {
      const asterisk = await installation.asterisk();
      if ((await asterisk.dialplanExists(calls.dialContext, signal)) === false) {
        return fault(`Asterisk has no context "${calls.dialContext}", in which DIAL_CONTEXT has numbers dialled.`);
      }
    }
    if (!credentials) {
      return unchecked(
        "Not checked: only AMI knows the dialplan, and AMI_PASSWORD is not set. Call the number to see.",
      );
    }
    const [answers = [], registrations = []] = await manager(installation, ["ShowDialPlan", {}], REGISTRATIONS);
    if (answers[0]?.response === "Error" && /permission/i.test(answers[0].message ?? "")) {
      return unchecked("Not checked: the manager user may not read the dialplan (write = reporting).");
    }
    const lines: DialplanLine[] = answers.filter(({ event }) => event === "ListDialplan");
    const { contexts, reaches } = leadsToApplication(lines, ari.app);
    if (contexts.length === 0) return fault(`No extension of the dialplan leads to Stasis(${ari.app}).`);
    const endpoint = sip && (await endpointOf(installation, signal));
    if (endpoint?.context && !reaches.has(endpoint.context)) {
      return fault(
        `Nothing leads from the context "${endpoint.context}", in which calls of the PBX arrive, to Stasis(${ari.app}), which is in ${contexts.join(", ")}.`,
      );
    }
    if (sip && endpoint?.context) {
      const number = ownRegistration(registrations, sip.user)?.dialled ?? sip.user;
      const way = wayOfCall(lines, ari.app, { context: endpoint.context, number });
      if (way.leads === "no") {
        return fault(
          `A call to ${number}, which arrives in the context "${endpoint.context}", does not get to Stasis(${ari.app}): ${way.ends}.`,
        );
      }
    }
    const { rejoinSeconds, maxSeconds: maxCallSeconds } = calls;
    const lacks = dialplanLacks(lines, reaches, { app: ari.app, rejoinSeconds, maxCallSeconds });
    if (lacks.length > 0) return advice(`Calls get to Stasis(${ari.app}), but ${lacks.join("; ")}.`);
    return good(
      `Stasis(${ari.app}) is in ${contexts.join(", ")}${endpoint?.context ? `, and calls of the PBX get there from ${endpoint.context}` : ""}.`,
    );
  },
};

export const PBX_CHECKS: readonly Check[] = [ami, registration, codecs, dialplan];

async function endpointOf(installation: Installation, signal: AbortSignal): Promise<EndpointSettings | undefined> {
  return (await installation.asterisk()).endpoint(PBX_ENDPOINT, signal);
}
