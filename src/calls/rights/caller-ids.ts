import type { CallerId, PermittedCallerId } from "../../config/caller-id.js";
import { asMatched, dialableNumber, isSameNumber } from "../../kernel/dialable-number.js";
import type { Party } from "../../telephony/line.js";

/** The caller ids of placed calls. */
export interface CallerIds {
  /** The assistant's own name and number; the number is empty if it is not known. */
  readonly own: Party;
  /** Whether a client may have this number shown. */
  mayShow(number: string): boolean;
  /** Returns the caller id for the requested number; `usual`, by default {@link own}, when none is requested or it is not permitted. */
  shownFor(number: string | undefined, usual?: Party): Party;
}

/** @param permitted the first entry that matches a number gives its name; without a name, the assistant's is shown */
export function createCallerIds(own: Party, permitted: readonly PermittedCallerId[]): CallerIds {
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
    shownFor: (number, usual = own) => (number === undefined ? undefined : find(number)) ?? usual,
  };
}

const NAME = "Attendant";

/**
 * Returns the assistant's own caller id.
 *
 * @param set the setting, which may leave parts open
 * @param extension extension that the assistant is registered as
 */
export function ownCallerId(set: CallerId | undefined, extension: string | undefined): Party {
  return { name: set?.name ?? NAME, number: set?.number ?? dialableNumber(extension ?? "") ?? "" };
}
