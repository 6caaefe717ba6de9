import { withoutLoops } from "../speech/repetitions.js";

/**
 * How often a sentence is said in one reply, how many sentences may repeat a phrase, and how many may differ in a word or two: a
 * week has seven days.
 */
const MOST = { long: 3, short: 8, loops: 3, alike: 12 };
/** Words from which a sentence is long; shorter ones may be a count or a laugh. */
const LONG = 3;
/** Minimum share of common words in two sentences that count as alike. */
const ALIKE = 0.7;
/** Sentences that are compared. */
const RECENT = 40;
/** What is spoken of a sentence that is only a loop: its first words. */
const BEGINNING = /(?:\S+\s+){0,11}\S+/;

/** Detects a model that writes the same over and over, word by word or slightly varied, within sentences or across them. */
export class ReplyLoop {
  readonly #times = new Map<string, number>();
  #recent: readonly ReadonlySet<string>[] = [];
  #loopsWithin = 0;
  #isOver = false;

  /** Whether all that follows can be ignored. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Adds a sentence of a reply. @returns the part of it that is to be said; empty if it only continues a loop */
  add(sentence: string): string {
    if (this.#isOver) return "";
    const left = withoutLoops(sentence);
    const said = left || (BEGINNING.exec(sentence)?.[0] ?? "");
    if (left !== sentence) this.#loopsWithin++;
    const words = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    // Lines and pictures repeat in a list.
    if (words.length === 0) return said;
    const isLong = words.length >= LONG;
    this.#isOver =
      this.#loopsWithin >= MOST.loops ||
      this.#count(words.join(" ")) > (isLong ? MOST.long : MOST.short) ||
      (isLong && this.#alike(new Set(words)) >= MOST.alike);
    return this.#isOver ? "" : said;
  }

  #count(sentence: string): number {
    const times = (this.#times.get(sentence) ?? 0) + 1;
    this.#times.set(sentence, times);
    return times;
  }

  #alike(words: ReadonlySet<string>): number {
    const alike = this.#recent.filter((other) => {
      const common = [...words].filter((word) => other.has(word)).length;
      return common >= ALIKE * Math.max(words.size, other.size);
    });
    this.#recent = [...this.#recent.slice(1 - RECENT), words];
    return alike.length;
  }
}
