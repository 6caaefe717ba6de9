import { isDialable, isShortNumber } from "../kernel/dialable-number.js";
import { isEmergencyNumber } from "./emergency-numbers.js";

/** What may be dialled, as it is set. Each pattern matches the whole of a number. */
export interface DialRules {
  /** What clients of the REST interface may have dialled; any number but a feature code where it is empty. */
  readonly allow: readonly RegExp[];
  /** What single clients may have dialled of that, by the name of their key. */
  readonly clientAllow?: ReadonlyMap<string, readonly RegExp[]>;
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
  /** Whether a client may have `number` dialled. @param client the name of its key, where it has one */
  clientMayDial(number: string, client?: string): boolean;
  /** Whether whoever calls in may have `number` dialled, be it the number that they seem to call from. */
  callerMayDial(number: string): boolean;
}

/** A telephone number: no feature code (`*72`, `#`), no name of an extension. */
const PLAIN_NUMBER = /^\+?\d[\d._-]*$/;

export function createDialPolicy(rules: DialRules): DialPolicy {
  const { allow, clientAllow, callerAllow, deny, callerEmergency, ownExtension } = rules;
  const isAllowed = (number: string, list: readonly RegExp[], otherwise: (number: string) => boolean) =>
    isDialable(number) && !matches(deny, number) && (list.length > 0 ? matches(list, number) : otherwise(number));
  return {
    clientMayDial: (number, client) => {
      const own = client === undefined ? undefined : clientAllow?.get(client);
      const isOwn = own === undefined || matches(own, number);
      return isOwn && isAllowed(number, allow, (plain) => PLAIN_NUMBER.test(plain));
    },
    callerMayDial: (number) =>
      isAllowed(number, callerAllow, isShortNumber) &&
      number !== ownExtension &&
      (callerEmergency === "allow" || !isEmergencyNumber(number)),
  };
}

function matches(patterns: readonly RegExp[], number: string): boolean {
  return patterns.some((pattern) => pattern.test(number));
}
