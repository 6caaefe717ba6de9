import type { AriConnection } from "./ari-connection.js";
import { type AriChannel, channelOf } from "./ari-events.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";

/**
 * The channel as it is now; undefined when there is none.
 * @throws when Asterisk cannot be asked
 */
export async function findChannel(
  ari: AriConnection,
  channelId: string,
  signal?: AbortSignal,
): Promise<AriChannel | undefined> {
  try {
    return channelOf(await ari.invoke<unknown>("channels", "get", { channelId }, signal));
  } catch (error) {
    if (isAboutSomethingGone(error)) return undefined;
    throw error;
  }
}
