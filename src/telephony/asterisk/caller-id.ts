import { isDiallable } from "../dialled-number.js";
import type { Party } from "../line.js";

const LONGEST_NAME = 64;

/**
 * A caller id in the form that Asterisk reads, `"Name" <number>`, in which nothing of the name can be taken for the end of
 * it.
 *
 * @throws {RangeError} for a number that is none
 */
export function callerIdText({ number, name }: Party): string {
  if (number !== "" && !isDiallable(number)) throw new RangeError("the caller id's number is not a number");
  const harmless = name
    .replace(/[\p{C}"\\<>]/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
  return `"${harmless}" <${number}>`;
}
