import { PBX_ENDPOINT } from "../telephony/asterisk/dialling/dial-route.js";
import type { AmiMessage } from "../telephony/asterisk/registration/ami-connection.js";
import { registrarOf } from "../telephony/asterisk/registration/registration-fault.js";
import { askManager, type EndpointSettings } from "../telephony/asterisk/upkeep/asterisk-look.js";
import type { Installation } from "./installation.js";

export const REGISTRATIONS = ["PJSIPShowRegistrationsOutbound", {}] as const;

/** Returns Asterisk's answers to actions of its manager interface. @throws when AMI is not configured or does not answer */
export async function manager(
  { settings, scope }: Installation,
  ...actions: readonly (readonly [string, Readonly<Record<string, string>>])[]
): Promise<readonly (readonly AmiMessage[])[]> {
  if (!settings.ami) throw new Error("AMI_PASSWORD is not set");
  return askManager(settings.ami, actions, scope);
}

/** Returns the endpoint of the PBX in Asterisk's configuration, if there is one. */
export async function endpointOf(
  installation: Installation,
  signal: AbortSignal,
): Promise<EndpointSettings | undefined> {
  return (await installation.asterisk()).endpoint(PBX_ENDPOINT, signal);
}

/** An outbound registration in Asterisk's configuration. */
interface OwnRegistration {
  /** Extension and PBX: `sip:8000@pbx.lan`. */
  readonly client: string;
  readonly server: string;
  /** The extension to which calls from the PBX are sent. */
  readonly dialled: string;
}

/** Returns the outbound registration of this extension from AMI's list, otherwise the only one. */
export function ownRegistration(answers: readonly AmiMessage[], user: string): OwnRegistration | undefined {
  const listed = answers.filter(({ event }) => event === "OutboundRegistrationDetail");
  const own = listed.find(({ clienturi = "" }) => clienturi.startsWith(`sip:${user}@`));
  const found = own ?? (listed.length === 1 ? listed[0] : undefined);
  if (!found) return undefined;
  const { clienturi = "", serveruri = "", contactuser } = found;
  return { client: clienturi, server: serveruri, dialled: contactuser || "s" };
}

/**
 * Describes Asterisk's registration if it differs from the settings, because its configuration was written with other ones.
 *
 * @returns undefined when the two agree. For a PBX behind a proxy one matching address is enough.
 */
export function staleRegistration(
  { client, server }: OwnRegistration,
  { user, domain }: { readonly user: string; readonly domain: string },
): string | undefined {
  const [, clientUser = "", clientHost = ""] = /^sips?:([^@;]*)@([^;>]*)/i.exec(client) ?? [];
  const hosts = [registrarOf({ serveruri: server }), registrarOf({ serveruri: `sip:${clientHost}` })].map(({ host }) =>
    host.toLowerCase(),
  );
  const isOther = clientUser !== user || !hosts.includes(domain.toLowerCase().replace(/^\[|\]$/g, ""));
  return isOther ? `${clientUser} with ${registrarOf({ serveruri: server }).shown}` : undefined;
}
