import { endpointOf, manager, ownRegistration, REGISTRATIONS } from "../ask-asterisk.js";
import { advice, type Check, fault, type Found, good, unchecked } from "../check.js";
import { type DialplanLine, leadsToApplication } from "../dialplan.js";
import { loadedDialplan, setUpAs } from "../dialplan-loaded.js";
import { numberFaults } from "../dialplan-numbers.js";
import { dialplanLacks } from "../dialplan-upkeep.js";
import { wayOfCall } from "../dialplan-way.js";
import type { Installation } from "../installation.js";

/** The loaded dialplan, and where calls from the PBX enter it. */
interface Loaded {
  readonly lines: readonly DialplanLine[];
  /** For an extension of the PBX: the context, and the number dialled there. */
  readonly arrival?: { readonly context: string; readonly number: string } | undefined;
}

export const DIALPLAN_CHECK: Check = {
  name: "dialplan",
  title: "The dialplan",
  needs: ["ami", "ari-connection"],
  settings: ["ARI_APP", "DIAL_CONTEXT", "MAX_CALL_SECONDS"],
  deadlineMs: 35_000,
  remedies: [
    [
      /but .*attendant-(lost|wait)/,
      "Copy attendant-lost and attendant-wait again from asterisk-config/freepbx/extensions_custom.conf, with the name in ARI_APP: docs/upgrade.md#what-changes",
    ],
    [/TIMEOUT\(absolute\)/, "Set TIMEOUT(absolute) before Stasis() to MAX_CALL_SECONDS plus 60, then: dialplan reload"],
    [
      /CALLERID\(num-pres\)/,
      "Copy the three lines with CALLERID to before Stasis() from asterisk-config/freepbx/extensions_custom.conf, then: dialplan reload",
    ],
    [
      /leads from/,
      "Set the context of that endpoint in pjsip.conf to the one that leads to Stasis(), or add an extension to extensions.conf; then: dialplan reload",
    ],
    [
      /does not reach/,
      'Check which extension takes that number: asterisk -rx "dialplan show NUMBER@CONTEXT"; make it lead to Stasis() as in asterisk-config/templates/extensions.conf, then: dialplan reload',
    ],
    [
      /which takes the call, and/,
      "Give one of the two another number: ours with scripts/setup --number, or the extension in the PBX. In FreePBX, Admin → Custom Extensions reserves a number",
    ],
    [/no context .* DIAL_CONTEXT|DIAL_CONTEXT/, "Set DIAL_CONTEXT to the context from which the PBX's telephones dial"],
    [
      /./,
      "Add the contexts of asterisk-config/freepbx/extensions_custom.conf, with the name in ARI_APP, then: dialplan reload (FreePBX: fwconsole reload)",
    ],
  ],
  async look(installation, signal) {
    const { sip, ari, calls } = installation.settings;
    if (!sip) {
      const asterisk = await installation.asterisk();
      if ((await asterisk.dialplanExists(calls.dialContext, signal)) === false) {
        return fault(`Asterisk has no context "${calls.dialContext}", to which DIAL_CONTEXT is set.`);
      }
    }
    const loaded = await load(installation, signal);
    if (typeof loaded === "string") return unchecked(`Not checked: ${loaded}.`);
    const { contexts, reaches } = leadsToApplication(loaded.lines, ari.app);
    if (contexts.length === 0) return fault(`No extension of the dialplan leads to Stasis(${ari.app}).`);
    const wrong = sip
      ? faultOfArrival(installation, loaded, { contexts, reaches })
      : faultOfNumbers(installation, loaded);
    if (wrong) return wrong;
    const lacks = dialplanLacks(loaded.lines, reaches, { app: ari.app, maxCallSeconds: calls.maxSeconds });
    if (lacks.length > 0) return advice(`Calls reach Stasis(${ari.app}), but ${lacks.join("; ")}.`);
    const from = loaded.arrival ? `, and calls of the PBX reach it from ${loaded.arrival.context}` : "";
    return good(`Stasis(${ari.app}) is in ${contexts.join(", ")}${from}.`);
  },
};

/** Reads the dialplan over AMI or from Asterisk's command line on this machine. @returns the reason if neither works */
async function load(installation: Installation, signal: AbortSignal): Promise<Loaded | string> {
  const { sip, ami } = installation.settings;
  if (!ami) {
    const lines = await loadedDialplan(installation);
    return typeof lines === "string" ? lines : { lines };
  }
  const [answers = [], registrations = []] = await manager(installation, ["ShowDialPlan", {}], REGISTRATIONS);
  if (answers[0]?.response === "Error" && /permission/i.test(answers[0].message ?? "")) {
    return "the manager user may not read the dialplan (write = reporting)";
  }
  const lines: DialplanLine[] = answers.filter(({ event }) => event === "ListDialplan");
  const endpoint = sip && (await endpointOf(installation, signal));
  if (!sip || !endpoint?.context) return { lines };
  const number = ownRegistration(registrations, sip.user)?.dialled ?? sip.user;
  return { lines, arrival: { context: endpoint.context, number } };
}

/** Returns why calls that the PBX sends to an extension do not reach the application. */
function faultOfArrival(
  { settings: { ari } }: Installation,
  { lines, arrival }: Loaded,
  { contexts, reaches }: ReturnType<typeof leadsToApplication>,
): Found | undefined {
  if (!arrival) return undefined;
  const { context, number } = arrival;
  if (!reaches.has(context)) {
    return fault(
      `Nothing leads from the context "${context}", in which calls of the PBX arrive, to Stasis(${ari.app}), which is in ${contexts.join(", ")}.`,
    );
  }
  const way = wayOfCall(lines, ari.app, arrival);
  if (way.leads !== "no") return undefined;
  return fault(
    `A call to ${number}, which arrives in the context "${context}", does not reach Stasis(${ari.app}): ${way.ends}.`,
  );
}

/** Returns the faults of the numbers that telephones of this Asterisk dial. */
function faultOfNumbers({ folder, settings: { ari, calls } }: Installation, { lines }: Loaded): Found | undefined {
  const { dialContext } = calls;
  const faults = numberFaults(lines, { app: ari.app, dialContext, known: setUpAs(folder)?.number });
  return faults.length > 0 ? fault(`${faults.join("; ")}.`) : undefined;
}
