/** The words of a text in lower case, without punctuation; a sound that is drawn out ("mmmm") counts as a short one. */
export function spokenWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replace(/(\p{L})\1{2,}/gu, "$1$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether two texts are the same words, however they are written. */
export function isSameWords(one: string, other: string): boolean {
  return spokenWords(one).join(" ") === spokenWords(other).join(" ");
}

/** What lists of words go by: `de` of `de-AT`, in any case. */
export function languageCode(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}
