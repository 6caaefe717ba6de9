import { isDialable } from "../kernel/dialable-number.js";

/** Each pattern matches the whole of a number. */
export interface DialLists {
  /** What clients of the REST interface may have dialled; any number where it is empty. */
  readonly allow: readonly RegExp[];
  /** What a caller may have dialled; where it is empty their own number, and numbers of 2 to 6 digits. */
  readonly callerAllow: readonly RegExp[];
  /** What nobody may have dialled. */
  readonly deny: readonly RegExp[];
}

export interface DialPolicy {
  /** Whether a client, who holds a key, may have `number` dialled. */
  clientMayDial(number: string): boolean;
  /** Whether the person at `caller`, who holds nothing, may have `number` dialled. */
  callerMayDial(number: string, caller: string): boolean;
}

export function createDialPolicy({ allow, callerAllow, deny }: DialLists): DialPolicy {
  const isAllowed = (number: string) => isDialable(number) && !matches(deny, number);
  return {
    clientMayDial: (number) => isAllowed(number) && (allow.length === 0 || matches(allow, number)),
    callerMayDial: (number, caller) =>
      isAllowed(number) &&
      (callerAllow.length > 0 ? matches(callerAllow, number) : number === caller || /^\d{2,6}$/.test(number)),
  };
}

function matches(patterns: readonly RegExp[], number: string): boolean {
  return patterns.some((pattern) => pattern.test(number));
}
