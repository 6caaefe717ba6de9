import type { ChannelEnd, DialEvidence, DialplanTrail } from "./dial-evidence.js";
import {
  busy,
  byCause,
  bySip,
  congested,
  declined,
  failed,
  type HangUpOutcome,
  hasReason,
  noCommonCodec,
  noFreeLine,
  noSuchNumber,
  notReachable,
  rangOut,
} from "./hangup-causes.js";

const CONGESTION: ReadonlySet<number> = new Set([34, 42]);
const REDIRECTED = 23;
/** Context to which FreePBX sends a number that none of its routes matches. */
const BAD_NUMBER = "bad-number";

/**
 * Decides how an unanswered call ended. The first evidence in this list that is conclusive counts:
 *
 * | Evidence | Example |
 * |---|---|
 * | a forward (SIP 3xx, cause 23) | a telephone that is forwarded by its own menu |
 * | the SIP status of our channel, where it says more than the cause | 603 and 403 are both cause 21 |
 * | the cause of our channel | `Hangup(17)` |
 * | a busy signal: Dial status of our channel, cause of the far half | `Busy()` |
 * | the status of the dialplan's own Dial(); for `CHANUNAVAIL` and `CONGESTION`, how its peer ended | SIP 404 of a trunk |
 * | the cause of the far half | |
 * | congestion, by whether it rang | `Congestion()` alone, SIP 503 |
 *
 * `Busy()` and `Congestion()` end our half of a Local channel before the far half has its cause: ours is 0 then.
 */
export function outcomeOfDial(evidence: DialEvidence): HangUpOutcome {
  const { cause, sipCode, rang, trail } = evidence;
  const farCause = trail?.cause ?? 0;
  return (
    forwarded(evidence) ??
    bySip(sipCode, rang) ??
    byReason(cause, rang) ??
    (evidence.dialStatus === "BUSY" || farCause === 17 ? busy : undefined) ??
    byDialplan(evidence) ??
    byReason(farCause, rang) ??
    byCongestion(evidence) ??
    unknown(evidence)
  );
}

/** Whether a call failed for lack of a common audio format: the next call to the same far side will not find one either. */
export function isForWantOfCodecs({ cause, sipCode }: ChannelEnd): boolean {
  return outcomeOfDial({ cause, sipCode, rang: false }) === noCommonCodec;
}

/** Asterisk would follow a forward through its dialplan, past DIAL_RULES. It is stopped, and the number is named instead. */
function forwarded({ cause, sipCode = 0, forwardedTo }: DialEvidence): HangUpOutcome | undefined {
  const isForwarded = forwardedTo !== undefined || cause === REDIRECTED || (sipCode >= 300 && sipCode < 400);
  if (!isForwarded) return undefined;
  const [to, directly] = forwardedTo === undefined ? ["another number", "that number"] : [forwardedTo, forwardedTo];
  return failed(`The number is forwarded to ${to}. Forwards are not followed: call ${directly} directly.`);
}

function byReason(cause: number, rang: boolean): HangUpOutcome | undefined {
  return hasReason(cause) ? byCause(cause, rang) : undefined;
}

function byDialplan({ rang, trail }: DialEvidence): HangUpOutcome | undefined {
  switch (trail?.dialStatus) {
    case "BUSY":
      return busy;
    case "NOANSWER":
      return rang ? rangOut : notReachable;
    case "CONGESTION":
      return byPeer(trail, rang) ?? noFreeLine;
    case "DONTCALL":
    case "TORTURE":
      return declined;
    case "CHANUNAVAIL":
      return byPeer(trail, rang) ?? unavailable(trail, rang);
    default:
      return trail?.context === BAD_NUMBER ? noSuchNumber : undefined;
  }
}

/** Returns the outcome of the peer, if only one was dialled: Dial() merges the results of several into one status. */
function byPeer({ peers, peerEnd }: DialplanTrail, rang: boolean): HangUpOutcome | undefined {
  if (peers.length !== 1 || !peerEnd) return undefined;
  return bySip(peerEnd.sipCode, rang) ?? byReason(peerEnd.cause, rang);
}

/** Dial() reports CHANUNAVAIL for a telephone that is not registered, that rang and declined, or that refused at once. */
function unavailable({ peers }: DialplanTrail, rang: boolean): HangUpOutcome {
  if (rang) return declined;
  return peers.length > 0 ? failed("The far side refused the call: often there is no such number.") : notReachable;
}

/** A dialplan ends both unanswered calls and calls that it could not place with congestion: only ringing tells them apart. */
function byCongestion({ cause, dialStatus, rang, trail }: DialEvidence): HangUpOutcome | undefined {
  const isCongestion = CONGESTION.has(cause) || CONGESTION.has(trail?.cause ?? 0) || dialStatus === "CONGESTION";
  if (!isCongestion) return undefined;
  return rang ? rangOut : congested;
}

function unknown({ cause, sipCode }: DialEvidence): HangUpOutcome {
  if (sipCode !== undefined && sipCode >= 500) return failed(`The PBX could not carry the call (SIP ${sipCode}).`);
  // The result of a dialplan without such a number, or that ends without a reason.
  if (cause === 0) return failed("The call ended unanswered and no reason was given; often there is no such number.");
  if (cause === 16) return failed("The call was ended at the PBX before anyone answered.");
  return failed(`The call ended unanswered, with cause ${cause}${sipCode ? ` and SIP status ${sipCode}` : ""}.`);
}
