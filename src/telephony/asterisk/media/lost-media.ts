import type { AriChannel } from "../ari/ari-events.js";
import type { HangUpCause } from "../ari/hangup-retries.js";

/*
 * A call whose media socket breaks, because the controller has died or the net has, would be silent. Asterisk
 * handles it, by the dialplan in asterisk-config: the media channel's hangup handler takes the party out of our application and
 * makes it wait there, with a sound, until a controller serves the application again. If only the media socket broke, the party
 * is back within a moment, and its line goes on. Without that dialplan, nothing happens.
 */

/** Acts wherever a media channel ends by any cause but {@link MEDIA_OVER}. */
const HANDLER = "attendant-lost,media,1";
/** Where the handler has the party wait. */
const WAITING = "attendant-wait";
/** The second argument of Stasis() for a call that comes back: callers write the first one. */
const RETURNING = "returning";

/**
 * What we hang a media channel up with, and before its socket, for the handler to tell that from a socket that broke. Of the
 * latter Asterisk makes 38, but 16 where the bridge sees the channel leave before the socket's thread has said why
 * (`channel_set_cause` in Asterisk's `main/bridge_channel.c`).
 */
export const MEDIA_OVER: HangUpCause = "31";

/** What a media channel is made with, for its party to be cared for if it breaks. */
export function onLostMedia(partyId: string): Readonly<Record<string, string>> {
  return { ATTENDANT_PARTY: partyId, "CHANNEL(hangup_handler_push)": HANDLER };
}

/** What a channel is dialled with, for the dialplan to know whose it is where several controllers have an application each. */
export function forItsReturn(app: string): Readonly<Record<string, string>> {
  return { ATTENDANT_APP: app };
}

/** Whether a channel that has left the application is on its way back into it. */
export function isWaiting({ dialplan }: AriChannel): boolean {
  return dialplan.context === WAITING;
}

/** Whether a call that enters the application was in it before. */
export function isReturning(args: readonly string[] | undefined): boolean {
  return args?.[1] === RETURNING;
}
