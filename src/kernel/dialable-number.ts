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

/** Whether a number looks like an extension of a house, and like none of the telephone network that costs money. */
export function isShortNumber(number: string): boolean {
  return /^\d{2,6}$/.test(number);
}

/** A number without what people write between its digits. */
export function ungrouped(number: string): string {
  return number.replace(/[\s()./_-]/g, "");
}
