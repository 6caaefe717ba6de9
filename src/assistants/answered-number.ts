import { parseDialPattern } from "../config/dial-pattern.js";
import { asMatched, dialableNumber } from "../kernel/dialable-number.js";
import type { AnsweredNumber } from "./definition.js";

/** Reads a number or a pattern of numbers. @throws {RangeError} describing the fault */
export function answeredNumber(written: string): AnsweredNumber {
  const isPattern = written.startsWith("_");
  const plain = written.replace(/\[[^\]]*\]|[XZN.!_-]/gi, "").length;
  return { written, matches: parseDialPattern(written), precision: isPattern ? plain : Number.POSITIVE_INFINITY };
}

/** Returns how precisely the best of these numbers matches the called one; undefined if none does. */
export function precisionOf(numbers: readonly AnsweredNumber[], called: string): number | undefined {
  const number = dialableNumber(called);
  if (number === undefined) return undefined;
  const found = numbers.filter(({ matches }) => matches.test(asMatched(number)));
  return found.length > 0 ? Math.max(...found.map(({ precision }) => precision)) : undefined;
}
