import { withDeadline } from "../../../kernel/deadline.js";
import type { AriConnection } from "../ari/ari-connection.js";
import type { AriChannel } from "../ari/ari-events.js";
import { isInApplication } from "../ari/channels.js";
import type { HangUpCause } from "../ari/hangup-retries.js";
import type { LiveChannels } from "../ari/live-channels.js";

/*
 * A call whose media socket breaks, because the controller died or the network failed, would be silent. Asterisk handles this
 * by the dialplan in asterisk-config: the media channel's hangup handler takes the party out of our application and makes them
 * wait there, with a sound, until a controller serves the application again. If only the media socket broke, the party is back
 * within a moment, and the line continues. Without that dialplan, nothing happens.
 */

/** Hangup handler for every media channel that ends with any cause but {@link MEDIA_OVER}. */
const HANDLER = "attendant-lost,media,1";
/** Context in which the handler makes the party wait. */
const WAITING = "attendant-wait";
/** Second argument of Stasis() for a returning call. The first one is the dialled number, which callers choose. */
const RETURNING = "returning";
/** Variable of a media channel: the party that the handler takes back; empty for none. */
const PARTY = "ATTENDANT_PARTY";
/** Maximum time for setting it, in ms. It takes about 1. */
const SET_MS = 1_000;

/**
 * Cause with which we hang a media channel up, before its socket closes, so that the handler can tell it from a broken
 * socket. For a broken socket Asterisk sets 38, or 16 if the bridge sees the channel leave before the socket's thread has
 * set the cause (`channel_set_cause` in Asterisk's `main/bridge_channel.c`).
 */
export const MEDIA_OVER: HangUpCause = "31";

/** Returns the variables of a media channel that prepare for its party's return if it breaks. */
export function onLostMedia(partyId: string): Readonly<Record<string, string>> {
  return { [PARTY]: partyId, "CHANNEL(hangup_handler_push)": HANDLER };
}

/**
 * Runs what takes parties out of our hands on purpose. If we die meanwhile or just afterwards, the handler must not take them
 * out of the queue that they are in, or away from each other. It is armed again if they stay: `leave` resolves `false` or throws.
 */
export async function withoutReturn(
  { ari, live }: { readonly ari: Pick<AriConnection, "invoke">; readonly live: Pick<LiveChannels, "mediaOf"> },
  parties: readonly string[],
  leave: () => Promise<boolean>,
): Promise<boolean> {
  const armed = parties.map((party) => ({ party, channelId: live.mediaOf(party) })); // Their scopes may end before the channels do.
  await arm(false);
  let hasLeft = false;
  try {
    hasLeft = await leave();
  } finally {
    if (!hasLeft) await arm(true);
  }
  return hasLeft;

  async function arm(isArmed: boolean): Promise<void> {
    await Promise.all(
      armed.map(async ({ party, channelId }) => {
        if (channelId === undefined) return;
        const variable = { channelId, variable: PARTY, value: isArmed ? party : "" };
        const set = (signal: AbortSignal) => ari.invoke("channels", "setChannelVar", variable, signal);
        // Without it they leave all the same. It has no signal: what a call that ends has begun is undone.
        await withDeadline(SET_MS, undefined, "preparing to leave", set).catch(() => {});
      }),
    );
  }
}

/** Returns the variables that show the dialplan a dialled channel's application, if several controllers have one each. */
export function forItsReturn(app: string): Readonly<Record<string, string>> {
  return { ATTENDANT_APP: app };
}

/** Whether a channel that has left the application is on its way back. */
export function isWaiting({ dialplan }: AriChannel): boolean {
  return dialplan.context === WAITING;
}

/** Whether a channel is neither in our application nor on its way back. */
export function isElsewhere(channel: AriChannel, app: string): boolean {
  return !isInApplication(channel, app) && !isWaiting(channel);
}

/** Whether a call that enters the application has been there before. */
export function isReturning(args: readonly string[] | undefined): boolean {
  return args?.[1] === RETURNING;
}
