import { unlessAborted } from "../../../kernel/deadline.js";
import type { AriEvents } from "./ari-events.js";

/** Resolves with the next event of this type about a channel. Call it before causing the event. */
export async function channelEvent(
  ari: AriEvents,
  type: string,
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  let stop = () => {};
  const happened = new Promise<void>((resolve) => {
    stop = ari.onEvent((event) => event.type === type && event.channel?.id === channelId && resolve());
  });
  await unlessAborted(signal, happened).finally(stop);
}
