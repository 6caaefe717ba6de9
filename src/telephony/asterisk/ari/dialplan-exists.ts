import type { DialplanPlace } from "../../line.js";
import type { AriConnection } from "./ari-connection.js";
import { channelVariable } from "./channel-variable.js";

/**
 * Returns whether the dialplan has a context or, with an extension, that place in it; undefined if Asterisk cannot say
 * (`func_dialplan`).
 *
 * @param channelId any channel of ours
 */
export async function existsInDialplan(
  ari: Pick<AriConnection, "invoke">,
  channelId: string,
  { context, extension }: Pick<DialplanPlace, "context"> & Partial<DialplanPlace>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const place = extension === undefined ? context : `${context},${extension},1`;
  try {
    const value = await channelVariable(ari, channelId, `DIALPLAN_EXISTS(${place})`, signal);
    return value === "1" ? true : value === "0" ? false : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined; // An Asterisk without that function.
  }
}
