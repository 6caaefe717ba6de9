import type { AriChannel } from "./ari-events.js";

/*
 * A call whose media socket breaks, because the controller has died or the net has, would be silent. Asterisk itself sees to
 * it, by the dialplan in asterisk-config: the media channel's hangup handler takes the party out of our application and has
 * it wait there, with a sound, until somebody serves the application again. Where it was the media socket only that broke, the
 * party is back within a moment, and its line goes on. Where that dialplan is not, nothing happens.
 */

/** Acts only where the socket broke: whom we hang up has another cause. */
const HANDLER = "attendant-lost,media,1";
/** Where the handler has the party wait. */
const WAITING = "attendant-wait";
/** The second argument of Stasis() for a call that comes back: callers write the first one. */
const RETURNING = "returning";

/** What a media channel is made with, for its party to be cared for if it breaks. */
export function onLostMedia(partyId: string): Readonly<Record<string, string>> {
  return { ATTENDANT_PARTY: partyId, "CHANNEL(hangup_handler_push)": HANDLER };
}

/** Whether a channel that has left the application is on its way back into it. */
export function isWaiting({ dialplan }: AriChannel): boolean {
  return dialplan.context === WAITING;
}

/** Whether a call that enters the application was in it before. */
export function isReturning(args: readonly string[] | undefined): boolean {
  return args?.[1] === RETURNING;
}
