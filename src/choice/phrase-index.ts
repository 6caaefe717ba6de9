import type { FoldedWord } from "./folded-words.js";

/** Where a phrase stands in a text, by the positions of its words. */
export interface Found<T> {
  readonly means: T;
  readonly from: number;
  readonly to: number;
}

interface Phrase<T> {
  readonly words: readonly string[];
  readonly means: T;
}

/** Phrases by their first word, so that a text is looked through word by word, however many phrases there are. */
export class PhraseIndex<T> {
  readonly #phrases = new Map<string, Phrase<T>[]>();

  /** @param folded as `foldedPhrase` writes it; an empty one is none */
  add(folded: string, means: T): void {
    const words = folded.split(" ").filter(Boolean);
    const [first] = words;
    if (first === undefined) return;
    const others = this.#phrases.get(first);
    if (others) others.push({ words, means });
    else this.#phrases.set(first, [{ words, means }]);
  }

  /** Every place where one of the phrases stands, those within others included. */
  in(text: readonly FoldedWord[]): Found<T>[] {
    return text.flatMap(({ word }, from) =>
      (this.#phrases.get(word) ?? [])
        .filter(({ words }) => words.every((each, at) => text[from + at]?.word === each))
        .map(({ words, means }) => ({ means, from, to: from + words.length })),
    );
  }
}

/**
 * Of phrases that overlap, the longest; of equal ones all that stand at the very same place, or else the one given first.
 *
 * @param others phrases that count where none of the first stands
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
