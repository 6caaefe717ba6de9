/**
 * What can be dialled: digits, letters and `+ * # . _ -`, not beginning with one of the last three; at most 64 characters. The
 * only copy: the REST schemas, the settings, the tools and the dialler all check against it.
 */
export const DIALABLE_NUMBER = /^[+*#0-9A-Za-z][0-9A-Za-z*#._-]{0,63}$/;

/**
 * Whether a text is a number that is safe in a dial string: no technology, no context, no second destination. Whether it may be
 * called is a matter of policy, decided elsewhere.
 */
export function isDialable(number: string): boolean {
  return typeof number === "string" && DIALABLE_NUMBER.test(number);
}

declare const dialable: unique symbol;

/** A number in the form in which it is checked, stored, logged and dialled. Only {@link dialableNumber} creates one. */
export type DialableNumber = string & { readonly [dialable]: true };

/**
 * Returns a number as it is dialled: without the dashes, dots and underscores that group digits, so that `1-1-2` is `112`. In a
 * name, such as `front-desk` or `anna.smith`, they belong to the name.
 *
 * @returns undefined for a text that cannot be dialled
 */
export function dialableNumber(text: string): DialableNumber | undefined {
  if (!isDialable(text)) return undefined;
  return (isName(text) ? text : text.replace(/[._-]/g, "")) as DialableNumber;
}

/** A number as it is dialled, or why a text is not one: a clause whose subject is the text, with a suggestion. */
export type WrittenNumber = { readonly number: DialableNumber } | { readonly problem: string };

/** Longer texts are not numbers, whatever is removed from them. */
const MAX_WRITTEN_LENGTH = 200;
/** Soft hyphens, zero-width characters and direction marks: contact lists and web pages put them around numbers. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const TRUNK_ZERO = /\(\s{0,3}0\s{0,3}\)/;

/**
 * Reads a number as people write and paste it: with spaces of any width, brackets, dashes and a slash after the area code, and as
 * a `tel:` URI. Text that could mean two numbers is rejected, because a wrong guess would call a stranger.
 */
export function readNumber(text: string): WrittenNumber {
  const pasted = plainText(text.slice(0, MAX_WRITTEN_LENGTH + 1));
  const written = pasted.replace(/^tel:/i, "");
  if (written !== pasted && /[;?]/.test(written))
    return { problem: "has parameters after the number; give only the number" };
  const isTooLong = text.length > MAX_WRITTEN_LENGTH;
  const number = isTooLong ? undefined : dialableNumber(isName(written) ? written : ungroup(written));
  if (number === undefined) return { problem: NOT_A_NUMBER };
  const problem = isName(written) ? undefined : ambiguityIn(written);
  return problem === undefined ? { number } : { problem };
}

/** Reads a number as people write it and returns it as it is dialled; undefined for text that is not one number. */
export function numberAsWritten(text: string): DialableNumber | undefined {
  const read = readNumber(text);
  return "number" in read ? read.number : undefined;
}

const NOT_A_NUMBER =
  "is not a number to dial; give one such as 1001, +49 30 1234567 or reception: letters, digits, + * # . _ and -, at most 64";

function plainText(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(DASHES, "-")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim();
}

function ungroup(written: string): string {
  return written.replace(/[\s()/]/g, "");
}

/** Why a number is ambiguous; undefined if it is not. */
function ambiguityIn(written: string): string | undefined {
  if (written.startsWith("+") && TRUNK_ZERO.test(written)) {
    const without = ungroup(written.replace(TRUNK_ZERO, "")).replace(/[._-]/g, "");
    return `has (0) after a country code, which most countries omit; write ${without}, or the 0 without brackets`;
  }
  const [area, ...local] = written.split("/").map((part) => part.replace(/\D/g, "").length);
  if (area === undefined || local.length === 0) return undefined;
  const isArea = area <= (written.startsWith("+") ? 8 : 6);
  return local.length === 1 && isArea && (local[0] ?? 0) >= 3
    ? undefined
    : "may mean two numbers; give one, with a / only after the area code";
}

/** Returns a number as Asterisk compares it with the extensions of its dialplan: dashes are ignored, even in a name. */
export function asMatched(number: DialableNumber): string {
  return number.replaceAll("-", "");
}

/** Whether Asterisk treats two texts as the same number. */
export function isSameNumber(one: string, other: string): boolean {
  const [first, second] = [dialableNumber(one), dialableNumber(other)];
  return first !== undefined && second !== undefined && asMatched(first) === asMatched(second);
}

/** Whether a number looks like an internal extension and not like a chargeable number of the telephone network. */
export function isShortNumber(number: string): boolean {
  return /^\d{2,6}$/.test(number);
}

/** Whether a number is one of the telephone network: neither an extension, nor a feature code or a name. */
export function isOutsideNumber(number: string): boolean {
  return isPlainNumber(number) && !isShortNumber(number);
}

/** Whether a text is a telephone number: neither a feature code (`*72`, `#`) nor the name of an extension. */
export function isPlainNumber(text: string): boolean {
  return /^\+?\d+$/.test(text);
}

/** An international number with + in place of 00, which most exchanges take for the same; any other one as it is. */
export function inPlusForm(number: string): string {
  return number.replace(/^00(?=[1-9])/, "+");
}

/** Returns what is equal for all numbers that ring the same telephone; undefined for a text that cannot be dialled. */
export function telephoneKey(number: string): string | undefined {
  const dialable = dialableNumber(inPlusForm(number));
  return dialable && asMatched(dialable);
}

/** Whether two numbers ring the same telephone: Asterisk treats them as the same, or one has + where the other has 00. */
export function isSameTelephone(one: string, other: string): boolean {
  const key = telephoneKey(one);
  return key !== undefined && key === telephoneKey(other);
}

/** The ways in which a number may be dialled. */
export function formsOf(number: string): readonly string[] {
  const international = inPlusForm(number);
  return international.startsWith("+") ? [international, `00${international.slice(1)}`] : [number];
}

/** A number without the characters that group its digits. */
export function ungrouped(number: string): string {
  return number.replace(/[\s()./_-]/g, "");
}

function isName(text: string): boolean {
  return /[A-Za-z]/.test(text);
}
