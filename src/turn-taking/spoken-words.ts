/** Returns the words of a text in lower case, without punctuation. A drawn-out sound ("mmmm") counts as a short one. */
export function spokenWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replace(/(\p{L})\1{2,}/gu, "$1$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns whether two texts consist of the same words, regardless of case and punctuation. */
export function isSameWords(one: string, other: string): boolean {
  return spokenWords(one).join(" ") === spokenWords(other).join(" ");
}
