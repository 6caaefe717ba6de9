import { describe, hasCode } from "../../kernel/errors.js";
import { retryUntilDone } from "../../kernel/retry.js";
import type { Log } from "../../observability/log.js";
import type { AriConnection } from "./ari/ari-connection.js";
import { isAboutSomethingGone } from "./ari/asterisk-errors.js";
import { findChannel, isInApplication } from "./ari/channels.js";
import { hangUp } from "./ari/live-channels.js";

/** Pauses between attempts while Asterisk does not answer. */
const BACKOFF = { firstMs: 100, maxMs: 500 };

/**
 * Returns a call that cannot be served to the dialplan, which continues after Stasis() and may route it elsewhere.
 *
 * A dialplan that ends there ends the call by `DIALSTATUS`: CONGESTION becomes SIP 503, after which a PBX tries its next
 * destination. Hanging the call up directly would become 603: declined everywhere. A channel that has left the application is
 * left alone: its DIALSTATUS is about another call. Never rejects.
 *
 * @param signal ends the attempts while Asterisk does not answer
 */
export async function returnToDialplan(
  { ari, app, log }: { readonly ari: AriConnection; readonly app: string; readonly log: Log },
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  let lastError: unknown;
  const give = async (): Promise<boolean> => {
    const channel = await findChannel(ari, channelId, signal);
    if (!channel || !isInApplication(channel, app)) return false;
    const congestion = { channelId, variable: "DIALSTATUS", value: "CONGESTION" };
    await ari.invoke("channels", "setChannelVar", congestion, signal);
    await ari.invoke("channels", "continueInDialplan", { channelId }, signal);
    return true;
  };
  try {
    const isReturned = await retryUntilDone(signal, BACKOFF, give, (error) => {
      lastError = error;
      if (hasCode(error, "asterisk_request_failed")) throw error;
    });
    if (!isReturned) return;
    log.warn("call_returned", "Returned a call to the dialplan because it could not be served", { channel: channelId });
  } catch (end) {
    const error = lastError ?? end;
    if (isAboutSomethingGone(error)) return;
    log.error("call_not_returned", `Could not return a call to the dialplan: ${describe(error)}`, {
      channel: channelId,
    });
    await hangUp(ari, channelId, "42", signal).catch(() => {}); // It is orphaned now, and removed by the sweep.
  }
}
