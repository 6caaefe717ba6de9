/** Returns a pattern that matches every beginning of a word, and the word. A blank also matches an underscore. */
export const halfOf = (word: string): string =>
  [...word].reduceRight((rest, letter) => `(?:${letter === " " ? "[ _]" : letter}${rest})?`, "");
