import { isDialable, isShortNumber } from "../../kernel/dialable-number.js";
import type { LiveCall } from "../live-calls.js";

/**
 * Which callers are taken for whom their number says. Nothing that comes with a call tells whether it came over a trunk: only
 * the number itself does, because a house numbers its own telephones with few digits.
 */
export type CallerIdTrust = "extensions" | "all" | "none";

/** No number begins like this. */
const CALL = "call:";

const IS_TRUSTED: Readonly<Record<CallerIdTrust, (number: string) => boolean>> = {
  extensions: isShortNumber,
  all: isDialable,
  none: () => false,
};

/**
 * Whose a task is that is set in a call: the caller's number, or the call itself where that is not to be trusted, is withheld,
 * or is none. What callers send as their number is up to them, so no number may look like a call.
 */
export function taskOwnerOf({ call }: LiveCall, trust: CallerIdTrust): string {
  const { caller, callId } = call.record;
  return IS_TRUSTED[trust](caller) ? caller : `${CALL}${callId}`;
}

/**
 * The number in whose name something is dialled that was set for later: empty where it is not known, undefined when a client
 * has set it.
 *
 * @param setBy as {@link taskOwnerOf} has it, or null
 */
export function numberOf(setBy: string | null): string | undefined {
  return setBy?.startsWith(CALL) ? "" : (setBy ?? undefined);
}
