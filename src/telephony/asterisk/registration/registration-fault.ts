import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import type { AmiMessage } from "./ami-connection.js";
import type { Refusal } from "./refused-registration.js";

const LOOKUP_MS = 1_000;

/** The PBX as the registration names it. */
export interface Registrar {
  readonly host: string;
  /** Host, port and transport, for display. */
  readonly shown: string;
}

/** @param registration from `OutboundRegistrationDetail`, with a `serveruri` like `sip:pbx.lan:5060;transport=udp` */
export function registrarOf({ serveruri = "" }: AmiMessage): Registrar {
  const [, host = serveruri, port, parameters = ""] =
    /^sips?:(?:[^@;]*@)?(\[[^\]]*\]|[^:;>]*)(?::(\d+))?(.*)$/i.exec(serveruri) ?? [];
  const transport = /;transport=(\w+)/i.exec(parameters)?.[1] ?? "udp";
  return { host: host.replace(/^\[|\]$/g, ""), shown: `${host}${port ? `:${port}` : ""} over ${transport}` };
}

/** Returns the fault of a PBX that does not answer. `isKnown`: whether its name could be resolved here. */
export function unreachable({ host, shown }: Registrar, isKnown: boolean): string {
  return isKnown
    ? `the PBX does not answer at ${shown}: check SIP_DOMAIN, SIP_PORT and SIP_TRANSPORT, and that the PBX runs and no firewall keeps Asterisk from it`
    : `the PBX does not answer, for the name ${host} cannot be resolved: check SIP_DOMAIN, and the name server`;
}

/** Returns the fault of a PBX that answers and refuses. @param clienturi such as `sip:8000@pbx.lan` */
export function refused({ shown }: Registrar, { clienturi = "" }: AmiMessage, possible: readonly Refusal[]): string {
  const who = clienturi.replace(/^sips?:/i, "");
  const [only, ...further] = possible;
  if (only === undefined || further.length > 0) {
    return `the PBX at ${shown} refuses ${who}: check SIP_USER, SIP_PASSWORD and SIP_DOMAIN against the extension in the PBX`;
  }
  return `the PBX at ${shown} ${WORDS[only](who)}`;
}

const WORDS: Readonly<Record<Refusal, (who: string) => string>> = {
  credentials: (who) =>
    `does not accept the secret of ${who} (SIP 401, or 5xx while it is in trouble): set SIP_PASSWORD to the extension's secret in the PBX, and check that SIP_USER is an extension there`,
  forbidden: (who) =>
    `forbids ${who} to register (SIP 403): check SIP_PASSWORD, and that the PBX lets the extension register from this address, and as one more device`,
  unknown: (who) =>
    `knows no extension ${who} (SIP 404 or the like): check SIP_USER, that the PBX has it, and that SIP_DOMAIN is the domain that the PBX serves`,
};

/** Whether a name can be resolved here; true if that is not determined within `ms`. */
export async function isKnownHost(host: string, signal: AbortSignal, ms = LOOKUP_MS): Promise<boolean> {
  if (isIP(host)) return true;
  const found = withDeadline(ms, signal, "looking up the PBX", (limit) => unlessAborted(limit, lookup(host)));
  return found.then(
    () => true,
    (error: unknown) => {
      signal.throwIfAborted();
      return error instanceof Ending;
    },
  );
}
