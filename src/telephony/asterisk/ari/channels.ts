import type { AriConnection } from "./ari-connection.js";
import { type AriChannel, channelOf } from "./ari-events.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";

/**
 * Returns the channel as it is now; undefined when there is none.
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

/** Whether a channel is in our application. */
export function isInApplication({ stasis }: AriChannel, app: string): boolean {
  return stasis?.[0] === app;
}

/** Subscribes to all events of a channel until it ends. @throws {AttendantError} as {@link AriConnection.invoke} does */
export function subscribe(ari: AriConnection, app: string, channelId: string, signal: AbortSignal): Promise<void> {
  const subscription = { applicationName: app, eventSource: `channel:${channelId}` };
  return ari.invoke("applications", "subscribe", subscription, signal);
}
