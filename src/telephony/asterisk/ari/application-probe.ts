import { pause } from "../../../kernel/deadline.js";
import type { Invoke } from "./ari-operations.js";
import { unlessGone } from "./asterisk-errors.js";
import { withProbe } from "./probe-channel.js";
import type { HangupRetries } from "./hangup-retries.js";

/** Interval of the checks, in ms, and their number. An idle Asterisk turns a channel away within about 2 ms. */
const LOOK_MS = 25;
const LOOKS = 40;

/**
 * Returns whether a client holds the application at this moment, by sending a channel there as a call would. If no client
 * holds it, Asterisk turns the channel away; otherwise the channel stays until it is hung up here, and the other client sees
 * it come and go, with `probe` as its argument. No telephone rings.
 *
 * `GET /applications/{name}` is no substitute: it keeps answering 200 after the client has gone, until the last channel or
 * bridge has gone too, and longer.
 *
 * @throws when Asterisk cannot be asked, or refuses to make the channel
 */
export async function isApplicationTaken(
  { invoke, hangupRetries }: { readonly invoke: Invoke; readonly hangupRetries: HangupRetries },
  app: string,
  signal: AbortSignal,
): Promise<boolean> {
  const stays = async (channelId: string) => {
    for (let look = 0; look < LOOKS; look++) {
      if (!(await unlessGone(invoke<object>("channels", "get", { channelId }, signal)))) return false;
      await pause(LOOK_MS, signal);
    }
    return true;
  };
  return withProbe({ ari: { invoke, hangupRetries }, app }, stays, signal);
}
