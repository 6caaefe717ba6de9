import { formsOfFirstName } from "./first-names.js";
import { type HeardWord, heardWord, likeness } from "./likeness.js";

/** The different words of all names, by number. */
export interface WordIndex {
  /** Returns the number of a word, adding it if it is new. */
  add(word: string): number;
  has(word: string): boolean;
  /** Returns how much a word sounds like each word of the index, by number. */
  likenesses(word: string): Float32Array;
  /** Returns the likenesses of a word if other forms of the same first name count as well: the same ones if there are none. */
  inAnyForm(word: string, likenesses: Float32Array): Float32Array;
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
    has: (word) => numbers.has(word),
    likenesses(word) {
      const said = heardWord(word);
      const scores = new Float32Array(words.length);
      for (const [at, other] of words.entries()) scores[at] = likeness(said, other);
      return scores;
    },
    inAnyForm(word, likenesses) {
      const forms = [...formsOfFirstName(word)].flatMap((form) => numbers.get(form) ?? []);
      if (forms.length === 0) return likenesses;
      const scores = likenesses.slice();
      for (const at of forms) scores[at] = Math.max(scores[at] ?? 0, OTHER_FORM);
      return scores;
    },
  };
}
