import type { AmiMessage } from "../telephony/asterisk/registration/ami-connection.js";
import { askManager, type EndpointSettings } from "../telephony/asterisk/upkeep/asterisk-look.js";
import { PBX_ENDPOINT } from "../telephony/asterisk/dialling/dial-route.js";
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
