import { isDiallable } from "../telephony/dialled-number.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";

/** A live call in which something can be said to the caller. */
export type LiveConversation = LiveCall & { readonly interject: NonNullable<LiveCall["interject"]> };

export function isConversation(live: LiveCall): live is LiveConversation {
  return live.interject !== undefined;
}

/** Those in progress. */
export function conversationsOf(liveCalls: LiveCalls): readonly LiveConversation[] {
  return [...liveCalls].filter(isConversation);
}

/**
 * Whose a task is that is set in a call: the caller's number, or the call itself where that is withheld, or is none. What
 * callers send as their number is up to them, so no number may look like a call.
 */
export function setterOf({ call }: LiveCall): string {
  const { caller, callId } = call.record;
  return isDiallable(caller) ? caller : `call:${callId}`;
}
