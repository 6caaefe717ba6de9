import type { FoldedWord } from "./folded-words.js";

/** A phrase found in a text, with the positions of its first word and the word after its last. */
export interface Found<T> {
  readonly means: T;
  readonly from: number;
  readonly to: number;
}

interface Phrase<T> {
  readonly words: readonly string[];
  readonly means: T;
}

/** Phrases indexed by their first word, so that a search takes one step per word, however many phrases there are. */
export class PhraseIndex<T> {
  readonly #phrases = new Map<string, Phrase<T>[]>();

  /** @param folded result of `foldedPhrase`; ignored if empty */
  add(folded: string, means: T): void {
    const words = folded.split(" ").filter(Boolean);
    const [first] = words;
    if (first === undefined) return;
    const others = this.#phrases.get(first);
    if (others) others.push({ words, means });
    else this.#phrases.set(first, [{ words, means }]);
  }

  /** Finds every occurrence of a phrase, including occurrences inside others. */
  in(text: readonly FoldedWord[]): Found<T>[] {
    return text.flatMap(({ word }, from) =>
      (this.#phrases.get(word) ?? [])
        .filter(({ words }) => words.every((each, at) => text[from + at]?.word === each))
        .map(({ words, means }) => ({ means, from, to: from + words.length })),
    );
  }
}

/**
 * Selects the longest of overlapping phrases. Of phrases of equal length, it keeps all at the same position, or else the first one.
 *
 * @param others phrases that count only where none of `found` is
 */
export function longest<T>(found: readonly Found<T>[], others: readonly Found<T>[] = []): Found<T>[] {
  const kept: Found<T>[] = [];
  const taken = new Map<number, Found<T>>();
  for (const each of [...byLength(found), ...byLength(others)]) {
    const places = Array.from({ length: each.to - each.from }, (_, at) => taken.get(each.from + at));
    if (places.some((other) => other && (other.from !== each.from || other.to !== each.to))) continue;
    for (let at = each.from; at < each.to; at++) taken.set(at, each);
    kept.push(each);
  }
  return kept;
}

function byLength<T>(found: readonly Found<T>[]): readonly Found<T>[] {
  return [...found].sort((one, other) => other.to - other.from - (one.to - one.from));
}
