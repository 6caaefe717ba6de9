import { SumError } from "./sum-error.js";

/** Spaces of any width, and the digits of full-width keyboards. */
const WIDE = /\p{Zs}|[\uff10-\uff19]/gu;
/** "10 000", but not "1 0000", "0 125", "1 000 5" or "12 34 567". */
const BLANK_GROUPS = /(?<![\d.,]|\d )[1-9]\d{0,2}(?: \d{3})+(?! ?\d)/g;
/** The fraction of "3 125/1000", which is 3125/1000 or 3 and an eighth. "10 000/4" is no mixed number. */
const PART = /^[1-9]\d{0,2} ([1-9]\d\d) ?[/∕⁄／] ?(\d+(?: \d{3})*)/;

/** The numbers of a list, which nothing but blanks may separate: "sum of 10 200 300". */
const BLANK_LIST = /\b(?:min|max)\s*\(([^),]*)(?:\)|$)|\b(?:sum|product) of ((?:(?! and )[^(),])*)$/;

/**
 * Joins digits that are grouped by blanks, in lower case.
 *
 * @throws {SumError} when they may be several numbers, or a mixed one
 */
export function joinGroups(said: string): string {
  const text = said.replace(WIDE, (wide) => wide.normalize("NFKC"));
  const [, inBrackets, inWords = inBrackets] = BLANK_LIST.exec(text) ?? [];
  if (inWords !== undefined && inWords.search(BLANK_GROUPS) >= 0) throw new SumError("not_understood");
  return text.replace(BLANK_GROUPS, (digits, at: number) => {
    const [, over, under] = PART.exec(text.slice(at)) ?? [];
    if (over !== undefined && Number(over) < Number(under?.replaceAll(" ", ""))) throw new SumError("not_understood");
    return digits.replaceAll(" ", "");
  });
}

/** The inside of min() and max(), where a comma separates numbers. */
const IN_LIST = String.raw`\b(?:min|max)\s*\([^)]*`;
/** "1,234,567", but not in a list: min(1,234). */
const ENGLISH_GROUPS = new RegExp(`(?<!${IN_LIST})(?<![\\d.,])\\d{1,3}(?:,\\d{3})+(?![\\d,])`, "g");
const NUMERAL = new RegExp(`(?<![\\d.,])(?:(?<=${IN_LIST})(?<list>\\d+(?:[.,]\\d+)+)|\\d+(?:[.,]\\d+)+)`, "g");

/**
 * Writes numbers with a decimal point and without separators of thousands.
 *
 * In a language with a decimal comma, callers write it, but models usually write as in English. A number of which only one reading
 * makes sense is converted. One that has two is read as the others are written, and refused if they do not show that.
 *
 * @param mark the decimal sign of the language
 * @throws {SumError} when a number could mean two
 */
export function withDecimalPoints(text: string, mark: string): string {
  if (mark !== ",") return text.replace(ENGLISH_GROUPS, (digits) => digits.replaceAll(",", ""));
  const numerals = text.match(NUMERAL) ?? [];
  const hasPoints = numerals.some((each) => HAS_POINT.test(each)) && !numerals.some((each) => each.includes(","));
  const read = (numeral: string) => (hasPoints ? numeral : plain(numeral));
  return text.replace(NUMERAL, (numeral, ...rest: unknown[]) => {
    const { list } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return list === undefined ? read(numeral) : list.split(",").map(read).join();
  });
}

/** "1.500": fifteen hundred, or one and a half. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** "2.5" can only have a decimal point. */
const HAS_POINT = /^\d+\.(?:\d{1,2}|\d{4,})$|^(?:0|\d{4,})\.\d{3}$/;

function plain(numeral: string): string {
  if (AMBIGUOUS.test(numeral)) throw new SumError("not_understood");
  if (/^\d{1,3}(?:,\d{3})+\.\d+$|^[1-9]\d{0,2}(?:,\d{3}){2,}$/.test(numeral)) return numeral.replaceAll(",", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(numeral)) {
    return numeral.replaceAll(".", "").replace(",", ".");
  }
  return /^\d+,\d+$/.test(numeral) ? numeral.replace(",", ".") : numeral;
}
