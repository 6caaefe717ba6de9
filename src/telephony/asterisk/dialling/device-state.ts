import { dialableNumber } from "../../../kernel/dialable-number.js";
import type { DeviceState } from "../../dialler.js";
import { channelVariable } from "../ari/channel-variable.js";
import { withProbe } from "../ari/probe-channel.js";
import type { DialAttemptNeeds } from "./dial-attempt.js";

/** Values of Asterisk's function EXTENSION_STATE. All others say nothing, such as INVALID for an extension without a hint. */
const STATES: Readonly<Record<string, DeviceState>> = {
  NOT_INUSE: "free",
  INUSE: "busy",
  BUSY: "busy",
  ONHOLD: "busy",
  HOLDINUSE: "busy",
  RINGING: "busy",
  RINGINUSE: "busy",
  UNAVAILABLE: "unreachable",
};

/** Returns the state of the telephones of a number, by its hint in the dialplan. A PBX behind a trunk shows none. */
export async function deviceStateOf(
  text: string,
  { ari, app, route }: Pick<DialAttemptNeeds, "ari" | "app" | "route">,
  signal: AbortSignal,
): Promise<DeviceState> {
  const number = dialableNumber(text);
  if (number === undefined || route.kind !== "dialplan") return "unknown";
  const variable = `EXTENSION_STATE(${number}@${route.context})`;
  try {
    const read = (probe: string) => channelVariable(ari, probe, variable, signal);
    return STATES[await withProbe({ ari, app }, read, signal)] ?? "unknown";
  } catch {
    return "unknown"; // A call shows the truth.
  }
}
