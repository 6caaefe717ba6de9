/**
 * Splits a text into clauses of words in lower case, without punctuation. Apostrophes and hyphens separate words. A
 * sentence that commas divide also counts as a whole: "in German, please".
 *
 * @param text of any length; only its beginning is read
 */
export function clausesIn(text: string): readonly string[] {
  const clauses: string[] = [];
  for (const sentence of text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .normalize("NFC")
    .split(/[.;:!?¿¡…\n]+/)) {
    const parts = sentence.split(/,+/).map(wordsOf).filter(Boolean);
    clauses.push(...parts, ...(parts.length > 1 ? [parts.join(" ")] : []));
  }
  return clauses;
}

/** Maximum length of what is read, in characters: a longer text is not a request. */
const MAX_LENGTH = 300;

function wordsOf(part: string): string {
  return part
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
}
