interface Sentence {
  readonly text: string;
  isHeard: boolean;
}

/**
 * What became of the sentences of a turn. Each is meant to be heard first, and either heard or not after that; they stay
 * in the order in which they were meant.
 */
export class Spoken {
  #sentences: readonly Sentence[] = [];
  #plan: readonly string[] = [];
  /** Called with each sentence that was heard to its end. */
  onHeard: ((text: string) => void) | undefined;

  /** Heard by the caller to their end: their marks came back. */
  get heard(): readonly string[] {
    return this.#where(true);
  }

  /** Meant, and not heard. What was under way when the caller spoke over it is the first. */
  get unheard(): readonly string[] {
    return this.#where(false);
  }

  /** All that is still to be heard: what was begun and not heard, and after it the rest of the plan. */
  get remaining(): readonly string[] {
    return [...this.unheard, ...this.#plan.slice(this.#sentences.length)];
  }

  /** What is going to be said, from the first sentence on; the array may grow afterwards. */
  plan(all: readonly string[]): void {
    this.#plan = all;
  }

  /** A sentence is on its way to the caller. Returns what to call when they have heard it to its end. */
  begin(text: string): () => void {
    const sentence = { text, isHeard: false };
    this.#sentences = [...this.#sentences, sentence];
    return () => {
      sentence.isHeard = true;
      this.onHeard?.(text);
    };
  }

  /** All of these were meant, the ones that were begun first: those behind them are not heard any more. */
  complete(all: readonly string[]): void {
    for (const text of all.slice(this.#sentences.length)) this.begin(text);
  }

  /** What was not heard is not meant any more: something else is said in its place. */
  dropUnheard(): void {
    this.#plan = [];
    this.#sentences = this.#sentences.filter(({ isHeard }) => isHeard);
  }

  #where(isHeard: boolean): readonly string[] {
    return this.#sentences.filter((sentence) => sentence.isHeard === isHeard).map(({ text }) => text);
  }
}
