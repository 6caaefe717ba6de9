import { isDialable } from "../kernel/dialable-number.js";
import type { LiveCall } from "./live-calls.js";

/** No number begins like this. */
const CALL = "call:";

/**
 * Whose a task is that is set in a call: the caller's number, or the call itself where that is withheld, or is none. What
 * callers send as their number is up to them, so no number may look like a call.
 */
export function taskOwnerOf({ call }: LiveCall): string {
  const { caller, callId } = call.record;
  return isDialable(caller) ? caller : `${CALL}${callId}`;
}

/**
 * The number in whose name something is dialled that was set for later: empty where it is withheld, undefined when a client
 * has set it.
 *
 * @param setBy as {@link taskOwnerOf} has it, or null
 */
export function numberOf(setBy: string | null): string | undefined {
  return setBy?.startsWith(CALL) ? "" : (setBy ?? undefined);
}
