import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { AriConnection } from "./ari-connection.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";
import { hangUp } from "./live-channels.js";

/**
 * Gives a call that we cannot serve back to the dialplan, which goes on behind Stasis() and may lead it to somebody else.
 *
 * A dialplan that ends there ends the call by `DIALSTATUS`: CONGESTION makes that SIP 503, upon which a PBX tries its
 * next destination. Were the call hung up as it is, that would be 603: declined, everywhere. Never rejects.
 */
export async function returnToDialplan(
  { ari, log }: { readonly ari: AriConnection; readonly log: Log },
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const congestion = { channelId, variable: "DIALSTATUS", value: "CONGESTION" };
    await ari.invoke("channels", "setChannelVar", congestion, signal);
    await ari.invoke("channels", "continueInDialplan", { channelId }, signal);
    log.warn("call_returned", "A call that could not be served went back to the dialplan", { channel: channelId });
  } catch (error) {
    if (isAboutSomethingGone(error)) return;
    log.error("call_not_returned", `A call could not be given back to the dialplan: ${describe(error)}`, {
      channel: channelId,
    });
    await hangUp(ari, channelId, "42", signal).catch(() => {}); // A stray now, and swept as one.
  }
}
