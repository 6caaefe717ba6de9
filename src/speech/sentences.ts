import {
  AFTER_DAYS,
  AFTER_TIMES,
  BEFORE_NUMBERS,
  BEFORE_ORDINALS,
  ENDS_BEFORE_NUMBERS,
  ENGLISH_WORDS,
  LEADING,
  NAMES,
  STARTERS,
  TITLES,
  TRAILING,
} from "./abbreviations.js";
import { asyncIterableOf } from "../kernel/async-iterable.js";
import { primaryLanguage } from "../locales/locales.js";
import { endOfClause } from "./clauses.js";
import { speakable } from "./speakable.js";

/** A sentence without an end is cut at the last comma or space before this many characters. */
const MAX_SENTENCE_LENGTH = 250;
/** A comma before this position is not a place to cut: the piece would be too short to be worth a pause. */
const MIN_CLAUSE_LENGTH = 80;
/**
 * Characters searched for the end of the first sentence. Only a very long run of blanks, full stops or brackets exceeds it; the
 * text is then cut there, so that each piece takes the same time.
 */
const MAX_LOOKED_AT = 1_024;

/**
 * Splits text into sentences as it is written, each as soon as it is certainly complete, and removes what is not spoken (see
 * {@link speakable}). The sentences do not depend on how the text is cut into pieces.
 */
export async function* sentencesOf(text: AsyncIterable<string>, language?: string): AsyncGenerator<string, void, void> {
  const cutter = createSentenceCutter(language);
  const spoken = (sentences: readonly string[]) => sentences.map((each) => speakable(each, language)).filter(Boolean);
  for await (const piece of text) yield* spoken(cutter.push(piece));
  yield* spoken(cutter.end());
}

/** The sentences of a complete text, as they are spoken. */
export async function sentencesIn(text: string, language?: string): Promise<readonly string[]> {
  const sentences: string[] = [];
  for await (const sentence of sentencesOf(asyncIterableOf([text]), language)) sentences.push(sentence);
  return sentences;
}

export interface SentenceCutter {
  /** The sentences that this piece completes. */
  push(piece: string): string[];
  /** The first clause of the sentence being written, if it can be spoken before the rest arrives. */
  takeClause(language: string): string[];
  /** The rest. Everything pushed has then been returned, character for character. */
  end(): string[];
}

/**
 * Splits text into sentences with everything in and between them.
 *
 * @param language such as `en` or `de-AT`; where it is not known, abbreviations of all languages count
 */
export function createSentenceCutter(language = ""): SentenceCutter {
  const isEnglish = primaryLanguage(language) === "en";
  let rest = "";

  function cut(ended: boolean): string[] {
    const sentences: string[] = [];
    const reading = { ended, isEnglish };
    for (let end = endOfSentence(rest, reading); end !== undefined; end = endOfSentence(rest, reading)) {
      sentences.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return sentences;
  }

  return {
    push(piece) {
      rest += piece;
      return cut(false);
    },
    takeClause(language) {
      const end = endOfClause(rest, language);
      if (end === undefined) return [];
      const clause = rest.slice(0, end);
      rest = rest.slice(end);
      return [clause];
    },
    end() {
      const sentences = [...cut(true), rest].filter(Boolean);
      rest = "";
      return sentences;
    },
  };
}

interface Reading {
  /** Whether the text is complete. */
  readonly ended: boolean;
  readonly isEnglish: boolean;
}

/** A possible end of a sentence: `unclear` until more text arrives. */
type Boundary = "end" | "on" | "unclear";

const TERMINATORS = /[.!?…。！？]+/y;
/** What may stand between the full stop and the space: closing quotes and brackets, markdown, emoji. */
const CLOSERS =
  /(?:["'”’»)\]*_`~]|[ \u00a0\u202f]»(?=\s|$)|(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)*/uy;
const SPACE = /\s*/y;
const OPENERS = /["'“‘«([{*_`¿¡#>]*/y;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.]*/uy;
/** The longest next word to wait for. */
const MAX_WORD_LENGTH = 24;

/**
 * Where the first sentence of `text` ends; undefined when that depends on text still to come.
 *
 * Every decision is made on the same characters, whenever they arrive: a candidate therefore waits until everything it depends on
 * has arrived.
 */
function endOfSentence(text: string, reading: Reading): number | undefined {
  if (text.length <= MAX_LOOKED_AT) {
    return !reading.ended && isHalf(text.at(-1)) ? undefined : firstEnd(text, reading); // The other half determines what it is.
  }
  const lookedAt = text.slice(0, MAX_LOOKED_AT - (isHalf(text[MAX_LOOKED_AT - 1]) ? 1 : 0));
  return firstEnd(lookedAt, { ...reading, ended: true }) ?? lookedAt.length;
}

/** Whether this is the first half of a surrogate pair. */
function isHalf(unit: string | undefined): boolean {
  return unit !== undefined && /[\ud800-\udbff]/.test(unit);
}

function firstEnd(text: string, reading: Reading): number | undefined {
  const start = matchEnd(SPACE, text, 0);
  for (let at = start; at < text.length;) {
    if (at - start >= MAX_SENTENCE_LENGTH) return cutRunOn(text, start);
    const stop = matchEnd(TERMINATORS, text, at);
    const isStop = stop > at;
    if (!isStop && text[at] !== "\n") {
      at++;
      continue;
    }
    const end = isStop ? matchEnd(CLOSERS, text, stop) : at;
    const boundary = isStop ? judgeStop(text, start, at, stop, end, reading) : judgeLineBreak(text, start, at, reading);
    if (boundary === "end") return end;
    if (boundary === "unclear") return undefined;
    at = Math.max(end, at + 1);
  }
  return undefined;
}

function judgeStop(text: string, start: number, at: number, stop: number, end: number, reading: Reading): Boundary {
  const { ended } = reading;
  if (end === text.length) return ended ? "end" : "unclear";
  if (/[。！？]/.test(text.slice(at, stop))) return "end";
  if (!/\s/.test(text[end] as string)) return "on";
  const next = matchEnd(OPENERS, text, matchEnd(SPACE, text, end));
  if (next >= text.length - 1 && !ended) return "unclear"; // two characters: "iPhone" begins a sentence, "phone" does not
  const blank = text.slice(end, next);
  const lower = /^(?:\p{Ll}(?!\p{Lu})|[,;:]\s)/u.test(text.slice(next));
  const mark = text.slice(at, stop);

  if (/[!?]/.test(mark)) return lower && (end > stop || !mark.includes("?")) ? "on" : "end";
  if (lower) return /\n\s*\n/.test(blank) ? "end" : "on";
  if (mark !== ".") return unlessWord(text, next, ended, (word) => isI(word));
  return judgeFullStop(wordBefore(text, start, at), text, next, reading);
}

/** A single full stop after `before`, followed by something that is not in lower case. */
function judgeFullStop(before: Before, text: string, next: number, reading: Reading): Boundary {
  const { ended, isEnglish } = reading;
  const { word, first } = before;
  const name = word.toLowerCase();
  if (/^[\d.]+$/.test(word)) return judgeNumber(before, text, next, reading);
  const rest = text.slice(next);
  if (introduces(before, rest, isEnglish)) return "on";
  if (!ended && /(?:^|\.)\p{L}$/u.test(word) && /^Chr?$/.test(rest)) return "unclear";
  if (TRAILING.has(name)) return unlessWord(text, next, ended, (after) => AFTER_TIMES.has(after));
  const initials = isInitials(word);
  const isName = name !== word && NAMES.has(name);
  if ((name !== word && TITLES.has(name)) || (initials && first)) return "on";
  return initials || isName ? unlessWord(text, next, ended, (after) => !STARTERS.has(after)) : "end";
}

/** Whether an abbreviation never ends a sentence before this. */
function introduces({ word, previous }: Before, rest: string, isEnglish: boolean): boolean {
  const name = word.toLowerCase();
  if (LEADING.has(name) || LEADING.has(`${previous}_${name}`)) return true;
  if (/(?:^|\.)\p{L}$/u.test(word) && /^(?:\p{L}|Chr)\./u.test(rest)) return true; // "i. d. R.", "v. Chr."
  if (isEnglish && ENGLISH_WORDS.has(name)) return false; // "Keep that in mind. 5 people came."
  return /^\p{N}/u.test(rest) && isBeforeNumbers(name.replace(/^.*[-–]/, "")); // "Mon.-Fri. 9"
}

const isBeforeNumbers = (name: string) =>
  ENDS_BEFORE_NUMBERS.test(name) || [BEFORE_NUMBERS, NAMES, TRAILING].some((words) => words.has(name));

/** The same after a number, which may be an ordinal, or the day or month of a date. */
function judgeNumber(before: Before, text: string, next: number, { ended, isEnglish }: Reading): Boundary {
  const { word, first, previous } = before;
  const isYear = (after: string) => /^\d{4}$/.test(after);
  if (/^\d{1,2}\.\d{1,2}$/.test(word)) return unlessWord(text, next, ended, isYear); // "am 3. 5. 2026"
  if (!/^\d{1,3}$/.test(word)) return "end";
  if (first || BEFORE_ORDINALS.has(previous)) return "on"; // "1. Mix the flour."
  if (/^\d/.test(text.slice(next))) return judgeDay(word, text.slice(next), ended);
  return unlessWord(text, next, ended, (after) => AFTER_DAYS.has(after) && !(isEnglish && ENGLISH_WORDS.has(after)));
}

/** A day before its month, as German dates have them: "am 24. 12." */
function judgeDay(day: string, rest: string, ended: boolean): Boundary {
  if (!ended && /^\d{1,2}\.?$/.test(rest)) return "unclear";
  const [, month] = /^(\d{1,2})\.(?:[\s,;:]|$)/.exec(rest) ?? [];
  return month !== undefined && Number(month) <= 12 && Number(day) <= 31 ? "on" : "end";
}

const isInitials = (word: string) => /^(?:\p{Lu}\.-?)*\p{Lu}$/u.test(word) && word !== "I";

/** The end of the sentence, unless the next word, in lower case and without 's, 'm, 'll, continues it. */
function unlessWord(text: string, next: number, ended: boolean, goesOn: (word: string) => boolean): Boundary {
  const after = matchEnd(WORD, text, next);
  if (after === text.length && !ended && after - next < MAX_WORD_LENGTH) return "unclear";
  const word = text
    .slice(next, Math.min(after, next + MAX_WORD_LENGTH))
    .toLowerCase()
    .replace("’", "'");
  return goesOn(word.replace(/\.+$/, "").replace(/'(?:s|m|d|re|ve|ll)$/, "")) ? "on" : "end";
}

const isI = (word: string) => word === "i";

/** A line break ends a sentence, unless the next line continues in lower case within the same paragraph. */
function judgeLineBreak(text: string, start: number, at: number, { ended }: Reading): Boundary {
  const next = matchEnd(SPACE, text, at);
  if (next === text.length && !ended) return "unclear";
  const paragraph = /\n\s*\n/.test(text.slice(at, next));
  const item = /^(?:#{1,6}|>|[-*+•–]|\d{1,3}[.)])\s/.test(text.slice(start, at));
  return /^\p{Ll}/u.test(text.slice(next)) && !paragraph && !item ? "on" : "end";
}

/** Characters that are not part of a word. */
const BEFORE_WORD = /[\s"'“‘«([{*_`—–/]/;

/** What belongs to a word although there is a blank before it: letters and numbers with stops, as in "z. B." and "3. 5." */
const LETTERS_BEFORE = /(?<![\p{L}\p{N}.,])(?:(?:EE|\p{L})\.\s?)+$/u;
const DAY_BEFORE = /(?<![\p{L}\p{N}.,])\d{1,2}\.\s$/u;

interface Before {
  /** The word before the full stop, without opening punctuation and without blanks: `z.B` for "z. B." */
  readonly word: string;
  /** Whether the sentence begins with it. */
  readonly first: boolean;
  /** The word before it, in lower case. */
  readonly previous: string;
}

function wordBefore(text: string, start: number, at: number): Before {
  let from = at;
  while (from > start && !BEFORE_WORD.test(text.charAt(from - 1))) from--;
  const before = text.slice(Math.max(start, from - MAX_WORD_LENGTH), from);
  const last = text.slice(from, at);
  const apart = /^\d{1,2}$/.test(last) ? DAY_BEFORE : /^\p{L}{1,3}$/u.test(last) ? LETTERS_BEFORE : undefined;
  from -= apart?.exec(before)?.[0].length ?? 0;
  const sentence = text.slice(start, from);
  // English: "I am 5. Bring Bob."
  const previous =
    /(?<!\bI\s)(?<![\p{L}])([\p{L}]+)\.?\s+$/u.exec(sentence.slice(-MAX_WORD_LENGTH))?.[1]?.toLowerCase() ?? "";
  return { word: text.slice(from, at).replace(/\s/g, ""), first: /^\W*$/.test(sentence), previous };
}

/** Where an overlong sentence is cut: after a comma, a colon or a dash if there is one, otherwise at a space. */
function cutRunOn(text: string, start: number): number {
  const window = text.slice(start, start + MAX_SENTENCE_LENGTH);
  const clauses = [...window.matchAll(/[,;:](?=\s)|\s[—–-](?=\s)/g)].map(({ 0: mark, index }) => index + mark.length);
  const clause = clauses.at(-1) ?? 0;
  if (clause >= MIN_CLAUSE_LENGTH) return start + clause;
  const space = window.search(/\s\S*$/);
  if (space > 0) return start + space;
  const half = /[\ud800-\udbff]$/.test(window) ? 1 : 0;
  return start + MAX_SENTENCE_LENGTH - half;
}

/** Where a sticky pattern stops matching when tried at `from`; `from` itself when it does not match. */
function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
