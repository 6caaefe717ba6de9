import type { AriConnection } from "./ari-connection.js";

/**
 * Reads a variable of a channel, or what a dialplan function returns there, such as `EXTENSION_STATE(203@from-internal)`. Empty for
 * a function that has nothing to tell.
 *
 * @throws Asterisk's refusal, also for a variable that is not set
 */
export async function channelVariable(
  ari: Pick<AriConnection, "invoke">,
  channelId: string,
  variable: string,
  signal: AbortSignal,
): Promise<string> {
  const asked = { channelId, variable };
  const { value } = await ari.invoke<{ readonly value?: unknown }>("channels", "getChannelVar", asked, signal);
  return typeof value === "string" ? value : "";
}
