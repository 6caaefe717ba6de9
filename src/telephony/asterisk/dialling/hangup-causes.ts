import type { UnansweredOutcome } from "../../dialler.js";
import type { AriEvent } from "../ari/ari-events.js";

export interface HangUpOutcome {
  readonly outcome: UnansweredOutcome;
  /** One sentence for a person. */
  readonly detail: string;
}

export const busy: HangUpOutcome = { outcome: "busy", detail: "The number is busy." };
export const declined: HangUpOutcome = { outcome: "busy", detail: "The call was declined." };
export const rangOut = unreached("It rang, but no one answered.");
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

/** Flag by which Asterisk says that it hangs up because it stops (`AST_SOFTHANGUP_SHUTDOWN` in `channel.h`). */
const BY_SHUTDOWN = 4;

/** Whether a `ChannelHangupRequest` says that Asterisk itself is being stopped. */
export function isStopOfAsterisk({ cause = 0, soft }: Pick<AriEvent, "cause" | "soft">): boolean {
  return soft === true && (cause & BY_SHUTDOWN) !== 0;
}

/** An outcome, or one for a telephone that rang and one for a telephone that did not. */
type Outcomes = HangUpOutcome | { readonly rang: HangUpOutcome; readonly silent: HangUpOutcome };

function outcomeIn(table: ReadonlyMap<number, Outcomes>, code: number, rang: boolean): HangUpOutcome | undefined {
  const found = table.get(code);
  return found && "rang" in found ? found[rang ? "rang" : "silent"] : found;
}

const credentials = (code: number) =>
  failed(`The PBX did not accept the extension's credentials for a call (SIP ${code}).`);

const BY_SIP: ReadonlyMap<number, Outcomes> = new Map<number, Outcomes>([
  [401, credentials(401)],
  // An Asterisk PBX passes a telephone's 603 on as 403: after ringing, a person declined; before it, the PBX refused.
  [403, { rang: declined, silent: failed("The PBX does not allow this call (SIP 403).") }],
  [404, noSuchNumber],
  [407, credentials(407)],
  [408, { rang: rangOut, silent }],
  [410, noLongerInUse],
  [480, { rang: rangOut, silent: notReachable }],
  [484, noSuchNumber],
  [486, busy],
  [487, { rang: rangOut, silent: notReachable }],
  [488, noCommonCodec],
  [600, busy],
  [603, declined],
  [604, noSuchNumber],
  [606, noCommonCodec],
  [607, declined],
  [608, declined],
]);

/** Returns the outcome of a SIP status; undefined when it says no more than the cause that Asterisk derives from it. */
export function bySip(code: number | undefined, rang: boolean): HangUpOutcome | undefined {
  return code === undefined ? undefined : outcomeIn(BY_SIP, code, rang);
}

/** Causes that give no reason: none at all, a normal end, and congestion, by which a dialplan ends what it could not do. */
const WITHOUT_REASON: ReadonlySet<number> = new Set([0, 16, 34, 42]);

/** Whether a cause says by itself how the call ended. */
export function hasReason(cause: number): boolean {
  return !WITHOUT_REASON.has(cause);
}

/** By Q.850 cause. Their SIP counterparts are those of Asterisk's `chan_pjsip`. */
const BY_CAUSE: ReadonlyMap<number, Outcomes> = new Map<number, Outcomes>([
  [1, noSuchNumber],
  [3, failed("There is no route to this number.")],
  [17, busy],
  [18, { rang: rangOut, silent }],
  [19, { rang: rangOut, silent: notReachable }],
  [20, notReachable],
  [21, declined],
  [22, noLongerInUse],
  [26, unreached("The call was answered by another telephone.")],
  [27, failed("What the number leads to is out of order.")],
  [28, noSuchNumber],
  [38, network],
  [41, network],
  [44, network],
  [47, network],
  [58, noCommonCodec],
  [65, noCommonCodec],
  [79, noCommonCodec],
  [88, noCommonCodec],
  [102, network],
  [111, network],
  [127, network],
]);

/** Returns the outcome of a Q.850 cause that {@link hasReason}. */
export function byCause(cause: number, rang: boolean): HangUpOutcome | undefined {
  return outcomeIn(BY_CAUSE, cause, rang);
}

export function failed(detail: string): HangUpOutcome {
  return { outcome: "failed", detail };
}

function unreached(detail: string): HangUpOutcome {
  return { outcome: "no_answer", detail };
}
