import type { ChoiceOption } from "../records/call-script.js";
import { foldText } from "./folded-words.js";
import { wordUses } from "./word-uses.js";

/** Minimum length of a word that may stand for a whole name, in characters. */
export const MIN_LENGTH = 3;

/**
 * Returns the words by which people pick one of several names: "the large one" of "large ham pizza" and "small cheese pizza". A word
 * of two names, a number and a word with a use of its own pick none. Where a name is a single word, parts pick nothing:
 * "grey" is not "dark grey".
 */
export function distinctWords(
  options: readonly ChoiceOption[],
  language: string | undefined,
): ReadonlyMap<string, ChoiceOption> {
  if (!options.every(({ value }) => value.trim().includes(" "))) return new Map();
  const owners = new Map<string, Set<ChoiceOption>>();
  const barred = new Set<string>();
  for (const option of options) {
    for (const each of foldText(option.value, language).words) {
      const stem = stemOf(each.word);
      owners.set(stem, (owners.get(stem) ?? new Set()).add(option));
      if (wordUses().index.in([each]).length > 0) barred.add(stem);
    }
  }
  const words = new Map<string, ChoiceOption>();
  for (const [stem, [option, another]] of owners) {
    if (option && !another && !barred.has(stem) && stem.length >= MIN_LENGTH && !/\d/.test(stem)) {
      words.set(stem, option);
    }
  }
  return words;
}

/**
 * Returns the options by the stems of their names, where each is a single word: "Die linke" is "links", "confermo" is "confermare". English
 * words change too little for that: "larger" is not "large".
 */
export function inflections(
  options: readonly ChoiceOption[],
  language: string | undefined,
): ReadonlyMap<string, ChoiceOption> {
  const owners = new Map<string, ChoiceOption | undefined>();
  if (language === undefined || language === "en") return new Map();
  for (const option of options) {
    const [word, another] = foldText(option.value, language).words;
    const root = another || !word ? "" : rootOf(word.word);
    if (root.length >= MIN_LENGTH) owners.set(root, owners.has(root) ? undefined : option);
  }
  return new Map([...owners].flatMap(([root, option]) => (option ? [[root, option] as const] : [])));
}

/** Returns a word without the ending of an infinitive, a person, a gender or a case. */
export function rootOf(word: string): string {
  return word.replace(/(?:ieren|[aei]re|[aei]r|ez|el[ao]|e[nsm]?|[ao]s?|s|i)$/, "");
}

/** Returns a word without an ending of gender, case or number: "große" and "großen", "pequeña" and "pequeño" are the same. */
export function stemOf(word: string): string {
  return word.length > MIN_LENGTH + 1 ? word.replace(/(?:e[nrsm]?|[ao]s?|s|i)$/, "") : word;
}
