import { isDialable } from "../../../kernel/dialable-number.js";
import type { Party } from "../../line.js";

const MAX_NAME_LENGTH = 64;
/** Maximum length of the name that a caller sends, in characters: more than telephones show. */
const MAX_SHOWN_NAME = 80;
/** As of a number that can be dialled. */
const MAX_NUMBER_LENGTH = 64;
/** Placeholders for a number that is withheld or unknown: in SIP (RFC 3323), from Asterisk, and from exchanges. */
const NO_NUMBER =
  /^(anonymous|restricted|private|withheld|blocked|unavailable|unknown|asterisk|(number|id)[ _-](withheld|unavailable))$/i;

/**
 * Returns the number of a caller as Asterisk reports it, which is any text that they sent: without what cannot be shown, and no
 * longer than a number. Empty for a placeholder.
 */
export function callerNumber(told: string): string {
  const shown = shownOf(told, MAX_NUMBER_LENGTH);
  return NO_NUMBER.test(shown) ? "" : shown;
}

/**
 * Returns a caller as they are known from here on, with a name that can be shown and spoken. Who withholds their number has no
 * name: it would be a placeholder, in some language.
 */
export function callerParty(told: Party): Party {
  const number = callerNumber(told.number);
  return { number, name: number === "" ? "" : shownOf(told.name, MAX_SHOWN_NAME) };
}

function shownOf(told: string, maxLength: number): string {
  return [...told.replace(/[\p{C}\s]+/gu, " ").trim()].slice(0, maxLength).join("").trim();
}

/**
 * Returns a caller id in the form that Asterisk reads, `"Name" <number>`, with a name that cannot end the quotation.
 *
 * @throws {RangeError} for an invalid number
 */
export function callerIdText({ number, name }: Party): string {
  if (number !== "" && !isDialable(number)) throw new RangeError("the caller id's number is not a number");
  const harmless = name
    .replace(/[\p{C}"\\<>]/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  return `"${harmless}" <${number}>`;
}
