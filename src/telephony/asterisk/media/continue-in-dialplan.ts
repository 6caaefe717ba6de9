import { withDeadline } from "../../../kernel/deadline.js";
import type { DialplanPlace } from "../../line.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { channelEvent } from "../ari/ari-events.js";
import { findChannel } from "../ari/channels.js";
import { existsInDialplan } from "../ari/dialplan-exists.js";
import type { LiveChannels } from "../ari/live-channels.js";
import { isElsewhere, withoutReturn } from "./lost-media.js";

/** Maximum time until a channel has left the application, in ms. It takes about 10. */
const LEFT_WITHIN_MS = 2_000;

/**
 * Hands a channel over to the dialplan at a place. Resolves once it has left the application, which is asked for when no event
 * tells; resolves `false` if the dialplan has no such place, or if Asterisk refuses: the channel then stays where it is.
 */
export async function continueInDialplan(
  { ari, app, live }: { readonly ari: AriConnection; readonly app: string; readonly live: LiveChannels },
  channelId: string,
  { context, extension }: DialplanPlace,
  given: AbortSignal,
): Promise<boolean> {
  // Asterisk accepts any place, and hangs up when there is none.
  if ((await existsInDialplan(ari, channelId, { context, extension }, given)) === false) return false;
  return await withoutReturn({ ari, live }, [channelId], leave);

  async function leave(): Promise<boolean> {
    try {
      await withDeadline(LEFT_WITHIN_MS, given, "leaving for the dialplan", async (signal) => {
        const left = channelEvent(ari, "StasisEnd", channelId, signal);
        left.catch(() => {}); // The request may fail first.
        await ari.invoke("channels", "continueInDialplan", { channelId, context, extension, priority: 1 }, signal);
        await left;
      });
      return true;
    } catch {
      given.throwIfAborted();
      // The request may have been carried out all the same: events, and answers, get lost.
      const channel = await findChannel(ari, channelId, given).catch(() => undefined);
      given.throwIfAborted();
      return channel !== undefined && isElsewhere(channel, app);
    }
  }
}
