import type { DialplanPlace } from "../../line.js";
import type { AriConnection } from "./ari-connection.js";

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
  const asked = { channelId, variable: `DIALPLAN_EXISTS(${place})` };
  try {
    const { value } = await ari.invoke<{ readonly value?: unknown }>("channels", "getChannelVar", asked, signal);
    return value === "1" ? true : value === "0" ? false : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined; // An Asterisk without that function.
  }
}
