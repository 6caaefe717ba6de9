/** Not to be seen and not to be heard, so it can only be there to mislead: the two that letters are joined with are not meant. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/**
 * A text of a server's without anything that is no text: control characters, invisible ones, more than one blank in a row.
 *
 * @param most the longest, in UTF-16 units; what is cut off is marked
 * @param lines whether the ends of lines stay
 */
export function plainText(text: string, most: number, { lines = false } = {}): string {
  // What nobody will see is not worth going through.
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
