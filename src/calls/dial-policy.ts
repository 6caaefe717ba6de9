import {
  asMatched,
  type DialableNumber,
  dialableNumber,
  isSameNumber,
  isShortNumber,
} from "../kernel/dialable-number.js";
import { isEmergencyNumber } from "./emergency-numbers.js";
import { isPremiumNumber } from "./premium-numbers.js";

/** What may be dialled, as it is set. Each pattern matches the whole of a number. */
export interface DialRules {
  /** Numbers that clients of the REST interface may have dialled; if empty, any number but feature codes. */
  readonly allow: readonly RegExp[];
  /** What single clients may have dialled of that, by the name of their key. */
  readonly clientAllow?: ReadonlyMap<string, readonly RegExp[]>;
  /** Numbers that callers may have dialled; if empty, numbers of 2 to 6 digits without a premium. */
  readonly callerAllow: readonly RegExp[];
  /** Numbers that are never dialled. */
  readonly deny: readonly RegExp[];
  /** Whether callers may have emergency numbers dialled where the lists let them. */
  readonly callerEmergency: "refuse" | "allow";
  /** The assistant's own extension: dialling it, it would talk to itself. */
  readonly ownExtension: string | undefined;
}

/**
 * Two rules, because a client holds a key and a caller holds nothing: the number that a call comes from is a claim. Both judge
 * the number that would be dialled, however it is written.
 */
export interface DialPolicy {
  /** Whether a client may have `number` dialled. @param client the name of its key, if it has one */
  clientMayDial(number: string, client?: string): boolean;
  /** Whether callers may have `number` dialled, even the number that they seem to call from. */
  callerMayDial(number: string): boolean;
}

/** A telephone number: no feature code (`*72`, `#`), no name of an extension. */
const PLAIN_NUMBER = /^\+?\d+$/;

export function createDialPolicy(rules: DialRules): DialPolicy {
  const { allow, clientAllow, callerAllow, deny, callerEmergency, ownExtension } = rules;
  const isAllowed = (number: DialableNumber, list: readonly RegExp[], otherwise: (number: string) => boolean) =>
    !matches(deny, number) && (list.length > 0 ? matches(list, number) : otherwise(number));
  return {
    clientMayDial: (text, client) => {
      const number = dialableNumber(text);
      if (number === undefined) return false;
      const own = client === undefined ? undefined : clientAllow?.get(client);
      const isOwn = own === undefined || matches(own, number);
      return isOwn && isAllowed(number, allow, (plain) => PLAIN_NUMBER.test(plain));
    },
    callerMayDial: (text) => {
      const number = dialableNumber(text);
      if (number === undefined) return false;
      if (ownExtension !== undefined && isSameNumber(number, ownExtension)) return false;
      if (callerEmergency === "refuse" && isEmergencyNumber(number)) return false;
      return isAllowed(number, callerAllow, (plain) => isShortNumber(plain) && !isPremiumNumber(plain));
    },
  };
}

function matches(patterns: readonly RegExp[], number: DialableNumber): boolean {
  const matched = asMatched(number);
  return patterns.some((pattern) => pattern.test(matched));
}
