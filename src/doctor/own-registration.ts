import type { AmiMessage } from "../telephony/asterisk/registration/ami-connection.js";
import { registrarOf } from "../telephony/asterisk/registration/registration-fault.js";

/** An outbound registration as Asterisk was told to keep it. */
export interface OwnRegistration {
  /** Whom it registers as, and with whom: `sip:8000@pbx.lan`. */
  readonly client: string;
  readonly server: string;
  /** The extension that calls of the PBX come to. */
  readonly dialled: string;
}

/** Of the outbound registrations that AMI lists the one of this extension, else the only one there is. */
export function ownRegistration(answers: readonly AmiMessage[], user: string): OwnRegistration | undefined {
  const listed = answers.filter(({ event }) => event === "OutboundRegistrationDetail");
  const own = listed.find(({ clienturi = "" }) => clienturi.startsWith(`sip:${user}@`));
  const found = own ?? (listed.length === 1 ? listed[0] : undefined);
  if (!found) return undefined;
  const { clienturi = "", serveruri = "", contactuser } = found;
  return { client: clienturi, server: serveruri, dialled: contactuser || "s" };
}

/**
 * What Asterisk registers that is not what the settings have now: its configuration was written with others.
 *
 * @returns undefined where the two agree. A PBX behind a proxy is named by one of the two addresses only.
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
