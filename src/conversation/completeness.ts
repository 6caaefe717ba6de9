import { COMPLETENESS_RULES, type CompletenessRules } from "./completeness-rules.js";
import { languageCode, spokenWords } from "./spoken-words.js";

/**
 * Whether somebody who has said this has finished. `unfinished`: something has to follow; `finished`: it is a question, an
 * order, an answer or a farewell, whole, and as long as such are. Between them `closed`: it may be a whole one, and more of it
 * may follow, or the recogniser put a full stop, which it does after half a sentence too; and `open`, where nothing tells.
 */
export type Completeness = "finished" | "closed" | "open" | "unfinished";

/** A row of so many digits may be a whole number; a shorter one is the beginning of one. */
const WHOLE_NUMBER_DIGITS = 7;
/** And one of so many is one, whoever's. */
const TELEPHONE_NUMBER_DIGITS = 10;
/**
 * A question of fewer words is mostly the beginning of one; of these, where it ends "the nearest", or "a table". One of so
 * many words more is whole, and so is a shorter one that says when, where or with whom.
 */
const MIN_QUESTION_WORDS = 4;
const MIN_WORDS_WITH_A_NOUN = 6;
const WHOLE_QUESTION_WORDS = 7;
/** A whole order that says when, where or with whom has as many words; one that does not has more. */
const WHOLE_ORDER_WORDS = { withAdjunct: 6, without: 8 };
/** Who was asked something answers in so few words, and who interrupts needs no more. */
const ANSWER_WORDS = 3;
/** Nobody's whole answer has more words than this. */
const MAX_WHOLE_WORDS = 8;
/** So many words are looked at at the beginning and at the end: somebody who says thousands would hold the process up. */
const LOOKED_AT_WORDS = 12;
/** Punctuation is looked for in so many characters at the end. */
const END_CHARACTERS = 20;

/**
 * Judged by the words and their punctuation; by that alone in a language that has no rules here.
 *
 * @param isAnswer whether they were asked something before, or have interrupted: then a few words are all, most of the time
 */
export function completenessOf(text: string, language: string, isAnswer = false): Completeness {
  const rules = rulesFor(language);
  const words = spokenWords(withTimesWhole(text));
  const said = words.slice(0, LOOKED_AT_WORDS).join(" ");
  const tail = words.slice(-LOOKED_AT_WORDS).join(" ");
  const [end = ""] = /(\.\.\.|\p{P})?["'”’)\s]*$/u.exec(text.slice(-END_CHARACTERS))?.slice(1) ?? [];
  const isQuestion = /[?？؟]/.test(end);
  if (/\.\.\.|[…,،–—:-]/.test(end)) return "unfinished";
  if (/[!！]/.test(end) || (isQuestion && !rules)) return "finished";
  const otherwise = end !== "" || (isAnswer && words.length <= ANSWER_WORDS) ? "closed" : "open";
  if (!rules) return "closed"; // Nobody would wait for all of a language as for sentences that are seldom over.
  if (words.length <= MAX_WHOLE_WORDS && rules.whole.test(said)) return "finished";
  const digits = digitsAtTheEnd(words, rules);
  if (words.slice(-2).filter(isLetter).length === 2) return "unfinished";
  if (digits > 0)
    return digits < WHOLE_NUMBER_DIGITS ? "unfinished" : digits < TELEPHONE_NUMBER_DIGITS ? otherwise : "closed";
  const [last = "", before = ""] = [words.at(-1), words.at(-2)];
  if (rules.goesOn.has(last)) return "unfinished";
  if (isAnswer && words.length <= ANSWER_WORDS) return "closed";
  if (end === "" && rules.begins.some((begin) => begin.test(tail))) return "unfinished";
  if (rules.closes.test(tail)) return "finished";
  if (rules.mayGoOn.has(last)) return end === "" ? "unfinished" : otherwise;
  const hasAdjunct = rules.adjunct.test(tail);
  const isShort = words.length < (rules.goesOn.has(before) && !hasAdjunct ? MIN_WORDS_WITH_A_NOUN : MIN_QUESTION_WORDS);
  if (isShort) return isQuestion ? "closed" : otherwise;
  const isLong = words.length > LOOKED_AT_WORDS; // Who began so may be telling something by now.
  if (isQuestion || rules.asks.test(said))
    return !isLong && (hasAdjunct || words.length >= WHOLE_QUESTION_WORDS) ? "finished" : "closed";
  if (rules.orders?.test(said))
    return !isLong && words.length >= WHOLE_ORDER_WORDS[hasAdjunct ? "withAdjunct" : "without"] ? "finished" : "closed";
  return otherwise;
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
  readonly asks: RegExp;
  readonly orders?: RegExp | undefined;
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

function rulesOf({ goesOn, mayGoOn, digits, whole, closes, ...patterns }: CompletenessRules): Rules {
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
    ...patterns,
    whole: new RegExp(`^(?:${phrases(whole)})(?: (?:${phrases(whole)}))*$`, "u"),
    closes: new RegExp(` (?:${phrases(closes)})$`, "u"),
  };
}
