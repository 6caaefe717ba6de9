import type { AriConnection } from "./ari-connection.js";

/** Subscribes to all events of a channel until it ends. @throws {AttendantError} as {@link AriConnection.invoke} does */
export function subscribe(ari: AriConnection, app: string, channelId: string, signal: AbortSignal): Promise<void> {
  const subscription = { applicationName: app, eventSource: `channel:${channelId}` };
  return ari.invoke("applications", "subscribe", subscription, signal);
}
