interface Sentence {
  readonly text: string;
  isHeard: boolean;
  isMissed: boolean;
}

/**
 * Records what became of the sentences of a turn. Each is first planned, and later either heard or not; their order
 * stays that of the plan.
 */
export class Spoken {
  #sentences: readonly Sentence[] = [];
  #plan: readonly string[] = [];
  /** Called with each sentence that was heard to its end. */
  onHeard: ((text: string) => void) | undefined;

  /** Sentences heard by the caller to their end: their marks came back. */
  get heard(): readonly string[] {
    return this.#where(true);
  }

  /**
   * Sentences that were to be said but were not heard. The one being played when the caller interrupted comes first.
   */
  get unheard(): readonly string[] {
    return this.#where(false);
  }

  /** Sentences that were played to their end and not heard, because the caller had us on hold. */
  get missed(): readonly string[] {
    return this.#sentences.filter(({ isMissed }) => isMissed).map(({ text }) => text);
  }

  /** Whether something was said and all of it was heard. */
  get isHeardToItsEnd(): boolean {
    return this.heard.length > 0 && this.unheard.length === 0;
  }

  /** Everything still to be heard: what was begun and not heard, then the rest of the plan. */
  get remaining(): readonly string[] {
    return [...this.unheard, ...this.#plan.slice(this.#sentences.length)];
  }

  /** Sets what is going to be said, from the first sentence on; the array may grow afterwards. */
  plan(all: readonly string[]): void {
    this.#plan = all;
  }

  /**
   * Begins a sentence that is on its way to the caller. Returns a function to call when it was played to its end, with
   * whether they missed it.
   */
  begin(text: string): (isMissed?: boolean) => void {
    const sentence = { text, isHeard: false, isMissed: false };
    this.#sentences = [...this.#sentences, sentence];
    return (isMissed = false) => {
      sentence.isHeard = !isMissed;
      sentence.isMissed = isMissed;
      if (!isMissed) this.onHeard?.(text);
    };
  }

  /** Completes the list of what was to be said, begun sentences first; the rest of it will not be heard. */
  complete(all: readonly string[]): void {
    for (const text of all.slice(this.#sentences.length)) this.begin(text);
  }

  /** Drops what was not heard, because something else is said instead. */
  dropUnheard(): void {
    this.#plan = [];
    this.#sentences = this.#sentences.filter(({ isHeard }) => isHeard);
  }

  #where(isHeard: boolean): readonly string[] {
    return this.#sentences.filter((sentence) => sentence.isHeard === isHeard).map(({ text }) => text);
  }
}
