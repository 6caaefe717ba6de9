import { COMPLETENESS_RULES, type CompletenessRules } from "./completeness-rules.js";
import { languageCode, spokenWords } from "../spoken-words.js";

/**
 * Whether somebody who has said this has finished. `unfinished`: something has to follow; `finished`: it is a question, an
 * order, an answer or a farewell, whole, and as long as such are. Between them `closed`: it may be a whole one, and more of it
 * may follow, or the recogniser put a full stop, which it does after half a sentence too; and `open`, where nothing tells.
 */
export type Completeness = "finished" | "closed" | "open" | "unfinished";

/** A row of so many digits may be a whole number; a shorter one is the beginning of one. */
const WHOLE_NUMBER_DIGITS = 7;
/** A row of so many digits is a whole number in any country. */
const TELEPHONE_NUMBER_DIGITS = 10;
/** A sentence of fewer words is mostly the beginning of one; of these, where it ends "the nearest", or "a table". */
const MIN_SENTENCE_WORDS = 4;
const MIN_WORDS_WITH_A_NOUN = 6;
/** One that says when, where or with whom is whole with so many words, and one that does not with more. */
const WHOLE_QUESTION_WORDS = { withAdjunct: 4, without: 7 };
const WHOLE_ORDER_WORDS = { withAdjunct: 6, without: 8 };
/** Who was asked something answers in so few words, and who interrupts needs no more. A few more are mostly all as well. */
const SHORT_ANSWER_WORDS = 3;
const ANSWER_WORDS = 6;
/** What says nothing of itself is mostly over behind so many words, said at a stretch. */
const STATEMENT_WORDS = 8;
/** Nobody's whole answer has more words than this. */
const MAX_WHOLE_WORDS = 8;
/** Words that are examined at the beginning and at the end: thousands of them would block the process. */
const LOOKED_AT_WORDS = 12;
/** Punctuation is looked for in so many characters at the end. */
const END_CHARACTERS = 20;
const MARKS = { goesOn: /\.\.\.|[…,،–—:-]/, exclaims: /[!！]/, asks: /[?？؟]/ };

/**
 * Judged by the words and their punctuation; by that alone in a language that has no rules here.
 *
 * @param isAnswer whether they were asked something before, or have interrupted: then a few words are all, most of the time
 * @param isAtAStretch whether they have not paused in it: who has tells something at length
 */
export function completenessOf(text: string, language: string, isAnswer = false, isAtAStretch = true): Completeness {
  const rules = rulesFor(language);
  const mark = markAtTheEnd(text);
  if (MARKS.goesOn.test(mark)) return "unfinished";
  if (MARKS.exclaims.test(mark) || (!rules && MARKS.asks.test(mark))) return "finished";
  if (!rules) return "closed"; // Nobody would wait for all of a language as for sentences that are seldom over.
  const words = spokenWords(withTimesWhole(text));
  const said: Said = {
    words,
    tail: words.slice(-LOOKED_AT_WORDS).join(" "),
    mark,
    isShortAnswer: isAnswer && words.length <= SHORT_ANSWER_WORDS,
    otherwise: mark !== "" || mayBeAll(words.length, isAnswer, isAtAStretch) ? "closed" : "open",
  };
  return asPhrase(said, rules) ?? asRow(said, rules) ?? asBeginning(said, rules) ?? asSentence(said, rules);
}

/** What is judged. */
interface Said {
  readonly words: readonly string[];
  readonly tail: string;
  readonly mark: string;
  readonly isShortAnswer: boolean;
  /** What it is where nothing tells. */
  readonly otherwise: Completeness;
}

function mayBeAll(words: number, isAnswer: boolean, isAtAStretch: boolean): boolean {
  return (isAtAStretch && words >= STATEMENT_WORDS) || (isAnswer && words <= ANSWER_WORDS);
}

/** Words that are whole by themselves, or end so. */
function asPhrase({ words, tail }: Said, { whole, ends = [] }: Rules): Completeness | undefined {
  const isWhole = words.length <= MAX_WHOLE_WORDS && whole.test(tail);
  return isWhole || ends.some((end) => end.test(tail)) ? "finished" : undefined;
}

/** Letters and digits come one by one, and the last one looks like the others. */
function asRow({ words, otherwise }: Said, rules: Rules): Completeness | undefined {
  if (words.slice(-2).filter(isLetter).length === 2) return "unfinished";
  const digits = digitsAtTheEnd(words, rules);
  if (digits === 0) return undefined;
  if (digits < WHOLE_NUMBER_DIGITS) return "unfinished";
  return digits < TELEPHONE_NUMBER_DIGITS ? otherwise : "closed";
}

/** Words that something has to follow. */
function asBeginning({ words, tail, mark, isShortAnswer, otherwise }: Said, rules: Rules): Completeness | undefined {
  const last = words.at(-1) ?? "";
  if (rules.goesOn.has(last)) return "unfinished";
  if (isShortAnswer) return "closed";
  if (mark === "" && rules.begins.some((begin) => begin.test(tail))) return "unfinished";
  if (rules.closes.test(tail)) return "finished";
  if (rules.mayGoOn.has(last)) return mark === "" ? "unfinished" : otherwise;
  return undefined;
}

/** A question or an order is over when it is long enough; for anything else that is not known. */
function asSentence({ words, tail, mark, otherwise }: Said, rules: Rules): Completeness {
  const hasAdjunct = rules.adjunct.test(tail);
  const isQuestion = MARKS.asks.test(mark);
  const isNoun = rules.goesOn.has(words.at(-2) ?? "") && !hasAdjunct;
  if (words.length < (isNoun ? MIN_WORDS_WITH_A_NOUN : MIN_SENTENCE_WORDS)) return isQuestion ? "closed" : otherwise;
  const from = words.findIndex((word) => !rules.fillers.has(word));
  const sentence = words.slice(from, from + LOOKED_AT_WORDS).join(" ");
  const isAsked = isQuestion || rules.asks.test(sentence);
  if (!isAsked && !rules.orders.test(sentence)) return otherwise;
  const wholeWords = (isAsked ? WHOLE_QUESTION_WORDS : WHOLE_ORDER_WORDS)[hasAdjunct ? "withAdjunct" : "without"];
  // Who began so long ago may be telling something by now.
  return words.length >= wholeWords && words.length <= LOOKED_AT_WORDS ? "finished" : "closed";
}

function markAtTheEnd(text: string): string {
  return /(\.\.\.|\p{P})?["'”’)\s]*$/u.exec(text.slice(-END_CHARACTERS))?.[1] ?? "";
}

/** A time of day or a price is one number, and "a.m." is no spelling. */
function withTimesWhole(text: string): string {
  return text.replace(/(\d)[:.,](?=\d)/g, "$1").replace(/(\d) ?[ap]\.? ?m\b\.?/gi, "$1 o clock");
}

/** A name is spelled letter by letter, and nothing tells its last; "I'd" is two of them as well. */
function isLetter(word: string): boolean {
  return word.length === 1 && /\p{L}/u.test(word);
}

/** How many digits are at the end, where there is more than one number: a single one may be a year or a price. */
function digitsAtTheEnd(words: readonly string[], { digits }: Rules): number {
  const others = words.findLastIndex((word) => !/^\d+$/.test(word) && !digits.has(word));
  const row = words.slice(others + 1);
  return row.length < 2 ? 0 : row.reduce((sum, word) => sum + (digits.has(word) ? 1 : word.length), 0);
}

interface Rules {
  readonly goesOn: ReadonlySet<string>;
  readonly mayGoOn: ReadonlySet<string>;
  readonly digits: ReadonlySet<string>;
  readonly begins: readonly RegExp[];
  readonly whole: RegExp;
  readonly closes: RegExp;
  readonly ends?: readonly RegExp[];
  readonly fillers: ReadonlySet<string>;
  readonly asks: RegExp;
  readonly orders: RegExp;
  readonly adjunct: RegExp;
}

/** The rules as they are looked up, made once a language. */
const made = new Map<string, Rules>();

function rulesFor(language: string): Rules | undefined {
  const code = languageCode(language);
  const written = COMPLETENESS_RULES[code];
  if (!written) return undefined;
  let rules = made.get(code);
  if (!rules) made.set(code, (rules = rulesOf(written)));
  return rules;
}

function rulesOf({ goesOn, mayGoOn, digits, fillers, whole, closes, ...patterns }: CompletenessRules): Rules {
  const wordsOf = (list: string) => new Set(spokenWords(list));
  const phrases = (list: string) =>
    list
      .split("|")
      .map((phrase) => spokenWords(phrase).join(" "))
      .join("|");
  return {
    goesOn: wordsOf(goesOn),
    mayGoOn: wordsOf(mayGoOn),
    digits: wordsOf(digits),
    fillers: wordsOf(fillers),
    ...patterns,
    whole: new RegExp(
      `^(?:(?:${[...wordsOf(fillers)].join("|")}) )*(?:${phrases(whole)})(?: (?:${phrases(whole)}))*$`,
      "u",
    ),
    closes: new RegExp(` (?:${phrases(closes)})$`, "u"),
  };
}
