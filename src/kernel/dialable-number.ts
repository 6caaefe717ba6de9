/**
 * What can be dialled: digits, letters and `+ * # . _ -`, beginning with none of the last three; 64 characters at most.
 * The only copy: the REST schemas, the settings, the tools and the dialler all check against it.
 */
export const DIALABLE_NUMBER = /^[+*#0-9A-Za-z][0-9A-Za-z*#._-]{0,63}$/;

/**
 * Whether a text is a number that can stand in a dial string and mean nothing else there: no technology, no context, no
 * second destination. Whether it may be called is a matter of policy, and decided elsewhere.
 */
export function isDialable(number: string): boolean {
  return typeof number === "string" && DIALABLE_NUMBER.test(number);
}

declare const dialable: unique symbol;

/** A number in the form in which it is checked, stored, logged and dialled. Only {@link dialableNumber} makes one. */
export type DialableNumber = string & { readonly [dialable]: true };

/**
 * Returns a number as it is dialled: without the dashes, dots and underscores that people group digits with, so that `1-1-2`
 * is `112`. In a name, such as `front-desk` or `anna.smith`, they belong to the name.
 *
 * @returns undefined for a text that cannot be dialled
 */
export function dialableNumber(text: string): DialableNumber | undefined {
  if (!isDialable(text)) return undefined;
  return (isName(text) ? text : text.replace(/[._-]/g, "")) as DialableNumber;
}

/** Returns a number as people write it into sentences, with blanks, brackets and strokes, as it is dialled. */
export function numberAsWritten(text: string): DialableNumber | undefined {
  return dialableNumber(isName(text) ? text.trim() : text.replace(/[\s()/]/g, ""));
}

/** Returns a number as Asterisk compares it with the extensions of its dialplan: a dash counts for nothing, in a name either. */
export function asMatched(number: DialableNumber): string {
  return number.replaceAll("-", "");
}

/** Whether Asterisk takes two texts for the same number. */
export function isSameNumber(one: string, other: string): boolean {
  const [first, second] = [dialableNumber(one), dialableNumber(other)];
  return first !== undefined && second !== undefined && asMatched(first) === asMatched(second);
}

/** Whether a number looks like an extension of a house, and like none of the telephone network that costs money. */
export function isShortNumber(number: string): boolean {
  return /^\d{2,6}$/.test(number);
}

/** A number without what people write between its digits. */
export function ungrouped(number: string): string {
  return number.replace(/[\s()./_-]/g, "");
}

function isName(text: string): boolean {
  return /[A-Za-z]/.test(text);
}
