import { withoutLoops } from "../speech/repetitions.js";

/**
 * How often a sentence is said in one reply, how many sentences may repeat a phrase, how many may vary the words of those that
 * they are like, and how many may be alike at all: each item of a list has a word of its own, such as a number or a day.
 */
const MOST = { long: 3, short: 8, loops: 3, varied: 12, alike: 40 };
/** Words from which a sentence is long; shorter ones may be a count or a laugh. */
const LONG = 3;
/** Minimum share of common words in two sentences that count as alike. */
const ALIKE = 0.7;
/** Sentences that are compared. */
const RECENT = MOST.alike;
/** What is spoken of a sentence that is only a loop: its first words. */
const BEGINNING = /(?:\S+\s+){0,11}\S+/;

interface Recent {
  readonly words: ReadonlySet<string>;
  /** Whether it has only words of the sentences that it is like. */
  readonly isVaried: boolean;
}

/** Detects a model that writes the same over and over, word by word or slightly varied, within sentences or across them. */
export class ReplyLoop {
  readonly #times = new Map<string, number>();
  #recent: readonly Recent[] = [];
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
      (isLong && this.#isLikeTooMany(new Set(words)));
    return this.#isOver ? "" : said;
  }

  #count(sentence: string): number {
    const times = (this.#times.get(sentence) ?? 0) + 1;
    this.#times.set(sentence, times);
    return times;
  }

  #isLikeTooMany(words: ReadonlySet<string>): boolean {
    const alike = this.#recent.filter((other) => {
      const common = [...words].filter((word) => other.words.has(word)).length;
      return common >= ALIKE * Math.max(words.size, other.words.size);
    });
    const isVaried = alike.length > 0 && [...words].every((word) => alike.some((other) => other.words.has(word)));
    this.#recent = [...this.#recent.slice(1 - RECENT), { words, isVaried }];
    const varied = alike.filter((other) => other.isVaried).length;
    return alike.length >= MOST.alike || (isVaried && varied >= MOST.varied);
  }
}
