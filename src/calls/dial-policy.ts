import { parseDialPattern } from "./dial-pattern.js";

/** All that a number may consist of; nothing else ever gets near a dial string. */
const NUMBER = /^[+*#0-9A-Za-z][0-9A-Za-z*#._-]{0,63}$/;

export interface DialLists {
  /** What clients of the REST interface may have dialled; any number where it is empty. */
  readonly allow: readonly string[];
  /** What a caller may have dialled; where it is empty their own number, and numbers of 2 to 6 digits. */
  readonly callerAllow: readonly string[];
  /** What nobody may have dialled. */
  readonly deny: readonly string[];
}

export interface DialPolicy {
  /** Whether a client, who holds a key, may have `number` dialled. */
  clientMayDial(number: string): boolean;
  /** Whether the person at `caller`, who holds nothing, may have `number` dialled. */
  callerMayDial(number: string, caller: string): boolean;
}

/** @throws {RangeError} naming a pattern that is none */
export function createDialPolicy({ allow, callerAllow, deny }: DialLists): DialPolicy {
  const [allowed, callerAllowed, denied] = [allow, callerAllow, deny].map(matcher) as [Matches, Matches, Matches];
  const isDiallable = (number: string) => NUMBER.test(number) && !denied(number);
  return {
    clientMayDial: (number) => isDiallable(number) && (allow.length === 0 || allowed(number)),
    callerMayDial: (number, caller) =>
      isDiallable(number) &&
      (callerAllow.length > 0 ? callerAllowed(number) : number === caller || /^\d{2,6}$/.test(number)),
  };
}

type Matches = (number: string) => boolean;

function matcher(patterns: readonly string[]): Matches {
  const parsed = patterns.map(parseDialPattern);
  return (number) => parsed.some((pattern) => pattern.test(number));
}
