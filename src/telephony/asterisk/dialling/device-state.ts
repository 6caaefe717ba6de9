import { dialableNumber } from "../../../kernel/dialable-number.js";
import type { DeviceState } from "../../dialler.js";
import type { AriConnection } from "../ari/ari-connection.js";
import type { DialRoute } from "./dial-route.js";

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
  { ari, route }: { readonly ari: AriConnection; readonly route: DialRoute },
  signal: AbortSignal,
): Promise<DeviceState> {
  const number = dialableNumber(text);
  if (number === undefined || route.kind !== "dialplan") return "unknown";
  const variable = `EXTENSION_STATE(${number}@${route.context})`;
  try {
    const { value } = await ari.invoke<{ readonly value?: unknown }>("asterisk", "getGlobalVar", { variable }, signal);
    return STATES[String(value)] ?? "unknown";
  } catch {
    return "unknown"; // A call shows the truth.
  }
}
