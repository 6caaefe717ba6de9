import { isDialable, isShortNumber } from "../../kernel/dialable-number.js";
import type { LiveCall } from "../live/live-calls.js";

/**
 * Which callers are identified by their number. Nothing in a call shows whether it came over a trunk, except the number
 * itself: a site's own extensions have few digits.
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
 * Returns the owner of a task set in a call: the caller's number, or the call itself when the number is withheld, invalid or
 * not trusted. Callers can send any number, so no number may look like a call.
 */
export function taskOwnerOf({ call }: LiveCall, trust: CallerIdTrust): string {
  const { caller, callId } = call.record;
  return IS_TRUSTED[trust](caller) ? caller : `${CALL}${callId}`;
}

/**
 * Returns the number on whose behalf a later call is dialled: empty when it is not known, undefined when a client set the
 * call.
 *
 * @param setBy as {@link taskOwnerOf} returns it, or null
 */
export function numberOf(setBy: string | null): string | undefined {
  return setBy?.startsWith(CALL) ? "" : (setBy ?? undefined);
}
