import { isDialable } from "../kernel/dialable-number.js";
import { isEmergencyNumber } from "./emergency-numbers.js";

/** What may be dialled, as it is set. Each pattern matches the whole of a number. */
export interface DialRules {
  /** What clients of the REST interface may have dialled; any number but a feature code where it is empty. */
  readonly allow: readonly RegExp[];
  /** What callers may have dialled; numbers of 2 to 6 digits where it is empty. */
  readonly callerAllow: readonly RegExp[];
  /** What nobody may have dialled. */
  readonly deny: readonly RegExp[];
  /** Whether callers may have emergency numbers dialled where the lists let them. */
  readonly callerEmergency: "refuse" | "allow";
  /** The assistant's own extension: dialling it, it would talk to itself. */
  readonly ownExtension: string | undefined;
}

/** Two rules, because a client holds a key and a caller holds nothing: the number that a call comes from is a claim. */
export interface DialPolicy {
  /** Whether a client may have `number` dialled. */
  clientMayDial(number: string): boolean;
  /** Whether whoever calls in may have `number` dialled, be it the number that they seem to call from. */
  callerMayDial(number: string): boolean;
}

/** A telephone number: no feature code (`*72`, `#`), no name of an extension. */
const PLAIN_NUMBER = /^\+?\d[\d._-]*$/;
/** An extension of a house, and no number of the telephone network that costs money. */
const SHORT_NUMBER = /^\d{2,6}$/;

export function createDialPolicy({ allow, callerAllow, deny, callerEmergency, ownExtension }: DialRules): DialPolicy {
  const isAllowed = (number: string, list: readonly RegExp[], otherwise: RegExp) =>
    isDialable(number) && !matches(deny, number) && (list.length > 0 ? matches(list, number) : otherwise.test(number));
  return {
    clientMayDial: (number) => isAllowed(number, allow, PLAIN_NUMBER),
    callerMayDial: (number) =>
      isAllowed(number, callerAllow, SHORT_NUMBER) &&
      number !== ownExtension &&
      (callerEmergency === "allow" || !isEmergencyNumber(number)),
  };
}

function matches(patterns: readonly RegExp[], number: string): boolean {
  return patterns.some((pattern) => pattern.test(number));
}
