const DIGITS = "zero one two three four five six seven eight nine".split(" ");

/** The words of a text in one spelling: without punctuation, single digits in words. */
export function plainWords(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replace(/['’]/g, "")
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).map((word) => DIGITS[Number(word)] ?? word);
}

/** Words that have to be put in, left out or exchanged to get from one text to the other. */
export function wordErrors(said: readonly string[], understood: readonly string[]): number {
  let row = understood.map((_, n) => n + 1);
  for (const [index, word] of said.entries()) {
    let diagonal = index;
    let left = index + 1;
    row = row.map((above, n) => {
      const exchanged = diagonal + (word === understood[n] ? 0 : 1);
      diagonal = above;
      left = Math.min(exchanged, above + 1, left + 1);
      return left;
    });
  }
  return row.at(-1) ?? said.length;
}
