import type { UnansweredOutcome } from "../dialler.js";
import type { AriEvent } from "./ari-events.js";

/** What `ChannelDestroyed` tells of a call that was not answered, and whether it had rung before. */
export interface HangUp {
  /** Q.850. Asterisk says 0 where nobody gave a cause. */
  readonly cause: number;
  readonly sipCode: number | undefined;
  readonly rang: boolean;
}

export interface HangUpOutcome {
  readonly outcome: UnansweredOutcome;
  /** One sentence for a person. */
  readonly detail: string;
}

const busy: HangUpOutcome = { outcome: "busy", detail: "The number is busy." };
const declined: HangUpOutcome = { outcome: "busy", detail: "The call was declined." };
const rangOut: HangUpOutcome = { outcome: "no_answer", detail: "It rang, and nobody answered." };
const noSuchNumber: HangUpOutcome = { outcome: "failed", detail: "There is no such number." };
const silent: HangUpOutcome = {
  outcome: "no_answer",
  detail: "Nothing came back from there, neither ringing nor an answer.",
};
const notReachable: HangUpOutcome = {
  outcome: "no_answer",
  detail: "The telephone called cannot be reached just now: it is switched off, offline or not registered.",
};
const noCommonCodec = failed("The far side accepts no audio format that is offered.");
const network = failed("The network or the PBX could not carry the call.");

/** Of the flags by which Asterisk says why it is to hang up (`AST_SOFTHANGUP_SHUTDOWN` of its `channel.h`). */
const BY_SHUTDOWN = 4;

/** Whether a `ChannelHangupRequest` says that Asterisk itself is being stopped. */
export function isStopOfAsterisk({ cause = 0, soft }: Pick<AriEvent, "cause" | "soft">): boolean {
  return soft === true && (cause & BY_SHUTDOWN) !== 0;
}

/**
 * How a call ended by what Asterisk says of its end. The SIP status decides where it is the more exact of the two: a 603
 * and a 403 are both cause 21. Causes are ITU-T Q.850, their SIP counterparts those of Asterisk's `chan_pjsip`.
 */
export function outcomeOfHangUp({ cause, sipCode, rang }: HangUp): HangUpOutcome {
  return bySip(sipCode, rang) ?? byCause(cause, rang) ?? unknown(cause, sipCode);
}

/** Whether a call found no audio format that both sides have: what a call with the same far side will find again. */
export function isForWantOfCodecs({ cause, sipCode }: Pick<HangUp, "cause" | "sipCode">): boolean {
  return outcomeOfHangUp({ cause, sipCode, rang: false }) === noCommonCodec;
}

/** Only the statuses that say more than the cause that Asterisk makes of them. */
function bySip(code: number | undefined, rang: boolean): HangUpOutcome | undefined {
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
    case 404:
    case 410:
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

function byCause(cause: number, rang: boolean): HangUpOutcome | undefined {
  switch (cause) {
    case 17:
      return busy;
    case 21:
      return declined;
    case 18:
      return rang ? rangOut : silent;
    case 19:
      return rang ? rangOut : notReachable;
    case 1:
    case 22:
    case 28:
      return noSuchNumber;
    case 20:
      return failed("The telephone called is not registered with the PBX.");
    case 3:
      return failed("There is no route to this number.");
    case 27:
      return failed("What the number leads to is out of order.");
    case 34:
    case 42:
      return failed("No line was free: the network or the trunk is at its limit.");
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

function unknown(cause: number, sipCode: number | undefined): HangUpOutcome {
  if (sipCode !== undefined && sipCode >= 500) return failed(`The PBX could not carry the call (SIP ${sipCode}).`);
  // A dialplan that knows no such number, or that ends without saying why, looks like this.
  if (cause === 0) return failed("The call ended unanswered and no reason was given; often there is no such number.");
  if (cause === 16) return failed("The call was ended at the PBX before anybody answered.");
  return failed(`The call ended unanswered, with cause ${cause}${sipCode ? ` and SIP status ${sipCode}` : ""}.`);
}

function failed(detail: string): HangUpOutcome {
  return { outcome: "failed", detail };
}
