import { isDialable } from "../../../kernel/dialable-number.js";
import type { Party } from "../../line.js";

const MAX_NAME_LENGTH = 64;
/** What stands in place of a number that is withheld or not known: in SIP by RFC 3323, from Asterisk, and from exchanges. */
const NO_NUMBER =
  /^(anonymous|restricted|private|withheld|blocked|unavailable|unknown|asterisk|(number|id)[ _-](withheld|unavailable))$/i;

/** Returns the number of a caller as Asterisk reports it; empty when it only says that there is none. */
export function callerNumber(told: string): string {
  return NO_NUMBER.test(told.trim()) ? "" : told;
}

/**
 * A caller id in the form that Asterisk reads, `"Name" <number>`, in which nothing of the name can be taken for the end of
 * it.
 *
 * @throws {RangeError} for a number that is none
 */
export function callerIdText({ number, name }: Party): string {
  if (number !== "" && !isDialable(number)) throw new RangeError("the caller id's number is not a number");
  const harmless = name
    .replace(/[\p{C}"\\<>]/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  return `"${harmless}" <${number}>`;
}
