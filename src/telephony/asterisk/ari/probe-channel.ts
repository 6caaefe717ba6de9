import type { Invoke } from "./ari-operations.js";
import type { HangupRetries } from "./hangup-retries.js";
import { ownId } from "./instance-ids.js";

interface ProbeNeeds {
  readonly invoke: Invoke;
  readonly hangupRetries: Pick<HangupRetries, "hangUp">;
}

/**
 * Creates a channel that calls no telephone, for questions that Asterisk answers only about a channel, and hangs it up when `use`
 * has ended. Dialplan functions are such questions: `GET /asterisk/variable` answers one with an empty text.
 */
export async function withProbe<T>(
  { ari, app }: { readonly ari: ProbeNeeds; readonly app: string },
  use: (channelId: string) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const channelId = ownId(app, "probe");
  try {
    const endpoint = `Local/probe@stasis-${app}/n`;
    await ari.invoke("channels", "create", { endpoint, app, appArgs: "probe", channelId }, signal);
    return await use(channelId);
  } finally {
    void ari.hangupRetries.hangUp(channelId, "16").catch(() => {});
  }
}
