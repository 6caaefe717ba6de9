import type { UnansweredOutcome } from "../../dialler.js";
import type { AriEvent } from "../ari/ari-events.js";

export interface HangUpOutcome {
  readonly outcome: UnansweredOutcome;
  /** One sentence for a person. */
  readonly detail: string;
}

export const busy: HangUpOutcome = { outcome: "busy", detail: "The number is busy." };
export const declined: HangUpOutcome = { outcome: "busy", detail: "The call was declined." };
export const rangOut = unreached("It rang, and nobody answered.");
const silent = unreached("Nothing came back from there, neither ringing nor an answer.");
export const notReachable = unreached(
  "The telephone called cannot be reached just now: it is switched off, offline or not registered.",
);
export const congested = unreached(
  "The PBX could not put the call through just now: the telephone called is not registered, or no line is free.",
);
export const noSuchNumber = failed("There is no such number.");
export const noFreeLine = failed("No line was free: the network or the trunk is at its limit.");
export const noCommonCodec = failed("The far side accepts no audio format that is offered.");
const noLongerInUse = failed("The number has changed or is no longer in use.");
const network = failed("The network or the PBX could not carry the call.");

/** Of the flags by which Asterisk says why it is to hang up (`AST_SOFTHANGUP_SHUTDOWN` of its `channel.h`). */
const BY_SHUTDOWN = 4;

/** Whether a `ChannelHangupRequest` says that Asterisk itself is being stopped. */
export function isStopOfAsterisk({ cause = 0, soft }: Pick<AriEvent, "cause" | "soft">): boolean {
  return soft === true && (cause & BY_SHUTDOWN) !== 0;
}

/** Outcome of a SIP status; undefined for those that say no more than the cause that Asterisk makes of them. */
export function bySip(code: number | undefined, rang: boolean): HangUpOutcome | undefined {
  switch (code) {
    case 486:
    case 600:
      return busy;
    case 603:
    case 607:
    case 608:
      return declined;
    // An Asterisk PBX passes a telephone's 603 on as 403: after ringing it was a person, before it the PBX.
    case 403:
      return rang ? declined : failed("The PBX does not allow this call (SIP 403).");
    case 401:
    case 407:
      return failed(`The PBX did not accept the extension's credentials for a call (SIP ${code}).`);
    case 410:
      return noLongerInUse;
    case 404:
    case 484:
    case 604:
      return noSuchNumber;
    case 408:
      return rang ? rangOut : silent;
    case 480:
    case 487:
      return rang ? rangOut : notReachable;
    case 488:
    case 606:
      return noCommonCodec;
    default:
      return undefined;
  }
}

/** Causes that give no reason: none at all, a normal end, and congestion, by which a dialplan ends whatever it could not do. */
const WITHOUT_REASON: ReadonlySet<number> = new Set([0, 16, 34, 42]);

/** Whether a cause says by itself how the call ended. */
export function hasReason(cause: number): boolean {
  return !WITHOUT_REASON.has(cause);
}

/** Outcome of a Q.850 cause that {@link hasReason}. Their SIP counterparts are those of Asterisk's `chan_pjsip`. */
export function byCause(cause: number, rang: boolean): HangUpOutcome | undefined {
  switch (cause) {
    case 17:
      return busy;
    case 21:
      return declined;
    case 18:
      return rang ? rangOut : silent;
    case 19:
      return rang ? rangOut : notReachable;
    case 20:
      return notReachable;
    case 22:
      return noLongerInUse;
    case 26:
      return unreached("The call was answered by another telephone.");
    case 1:
    case 28:
      return noSuchNumber;
    case 3:
      return failed("There is no route to this number.");
    case 27:
      return failed("What the number leads to is out of order.");
    case 58:
    case 65:
    case 79:
    case 88:
      return noCommonCodec;
    case 38:
    case 41:
    case 44:
    case 47:
    case 102:
    case 111:
    case 127:
      return network;
    default:
      return undefined;
  }
}

export function failed(detail: string): HangUpOutcome {
  return { outcome: "failed", detail };
}

function unreached(detail: string): HangUpOutcome {
  return { outcome: "no_answer", detail };
}
