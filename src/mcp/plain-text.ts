/** Invisible and inaudible characters, which can only mislead, except the two that join letters. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/**
 * Cleans a server's text: no control characters, no invisible ones, no repeated blanks.
 *
 * @param most maximum length in UTF-16 units; truncation is marked
 * @param lines whether line breaks are kept
 */
export function plainText(text: string, most: number, { lines = false } = {}): string {
  // What is truncated anyway need not be cleaned.
  const whole = text.slice(0, most * 2).replace(INVISIBLE, "");
  const parts = lines ? whole.split(/[\r\n\u2028\u2029]+/) : [whole];
  const plain = parts
    .map((part) => part.replace(/[\p{Cc}\p{Z}]+/gu, " ").trim())
    .filter((part) => part !== "")
    .join("\n");
  if (plain.length <= most && text.length <= most * 2) return plain;
  return `${plain
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
