import { formsOfFirstName } from "./first-names.js";
import { type HeardWord, heardWord, likeness } from "./likeness.js";

/** The different words of all names, by number. */
export interface WordIndex {
  /** Returns the number of a word, adding it if it is new. */
  add(word: string): number;
  /**
   * Returns how much a word sounds like each word of the index, by number.
   *
   * @param anyForm whether other forms of the same first name count as well
   */
  likenesses(word: string, anyForm: boolean): Float32Array;
}

/** Likeness of two forms of one first name: less than that of the same name. */
const OTHER_FORM = 0.95;

export function createWordIndex(): WordIndex {
  const words: HeardWord[] = [];
  const numbers = new Map<string, number>();
  return {
    add(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, words.length);
      return words.push(heardWord(word)) - 1;
    },
    likenesses(word, anyForm) {
      const said = heardWord(word);
      const scores = new Float32Array(words.length);
      for (const [at, other] of words.entries()) scores[at] = likeness(said, other);
      for (const form of anyForm ? formsOfFirstName(word) : []) {
        const at = numbers.get(form);
        if (at !== undefined) scores[at] = Math.max(scores[at] ?? 0, OTHER_FORM);
      }
      return scores;
    },
  };
}
