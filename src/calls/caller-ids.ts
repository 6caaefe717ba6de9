import { asMatched, type DialableNumber, dialableNumber, isSameNumber } from "../kernel/dialable-number.js";
import type { Party } from "../telephony/line.js";

/** Caller ids that a request may choose by their number; the assistant's name is shown for one without a name. */
export interface PermittedNumbers {
  readonly name: string | undefined;
  readonly numbers: RegExp;
}

/** What the called party of a placed call sees. */
export interface CallerIds {
  /** The assistant's own name and number; the number is empty if it is not known. */
  readonly own: Party;
  /** Whether a client may have this number shown. */
  mayShow(number: string): boolean;
  /** Returns the caller id for a number that a request asked for; the assistant's own one without it, or if it is not permitted. */
  shownFor(number: string | undefined): Party;
}

/** @param permitted the first that matches a number gives its name */
export function createCallerIds(own: Party, permitted: readonly PermittedNumbers[]): CallerIds {
  function find(text: string): Party | undefined {
    const number = dialableNumber(text);
    if (number === undefined) return undefined;
    if (isSameNumber(number, own.number)) return own;
    const entry = permitted.find(({ numbers }) => numbers.test(asMatched(number)));
    return entry && { name: entry.name ?? own.name, number };
  }
  return {
    own,
    mayShow: (number) => find(number) !== undefined,
    shownFor: (number) => (number === undefined ? undefined : find(number)) ?? own,
  };
}

const NAME = "Attendant";

/**
 * Returns the assistant's own caller id.
 *
 * @param set as it is set, with what is not left open
 * @param extension the one that the assistant is registered as
 */
export function ownCallerId(
  set: { readonly name: string | undefined; readonly number: DialableNumber | undefined } | undefined,
  extension: string | undefined,
): Party {
  return { name: set?.name ?? NAME, number: set?.number ?? dialableNumber(extension ?? "") ?? "" };
}
