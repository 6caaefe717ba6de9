import { primaryLanguage } from "../../locales/locales.js";
import { COMPLETENESS_RULES, type CompletenessRules } from "./completeness-rules.js";
import { spokenWords } from "../spoken-words.js";

/**
 * Whether a caller who has said this has finished. `finished`: it is a question, a command, an answer or a farewell,
 * complete and as long as these usually are. `unfinished`: something has to follow. In between, `closed`: it may be
 * complete, but more may follow, or the recogniser ended it with a full stop, which it also does after half a sentence.
 * `open`: there is no evidence.
 */
export type Completeness = "finished" | "closed" | "open" | "unfinished";

/** Digits that may be a complete number; fewer are the beginning of one. */
const WHOLE_NUMBER_DIGITS = 7;
/** Digits of a complete number in any country. */
const TELEPHONE_NUMBER_DIGITS = 10;
/**
 * Minimum words of a sentence: fewer are usually the beginning of one. The second applies if it ends like "the nearest"
 * or "a table".
 */
const MIN_SENTENCE_WORDS = 4;
const MIN_WORDS_WITH_A_NOUN = 6;
/** Words of a complete question or command: fewer are enough if it says when, where or with whom. */
const WHOLE_QUESTION_WORDS = { withAdjunct: 4, without: 7 };
const WHOLE_ORDER_WORDS = { withAdjunct: 6, without: 8 };
/**
 * Words of a short answer: enough for a caller who was asked something, or interrupts. An answer with a few more words
 * is usually complete too.
 */
const SHORT_ANSWER_WORDS = 3;
const ANSWER_WORDS = 6;
/** Words after which text without other evidence is usually complete, if said without a pause. */
const STATEMENT_WORDS = 8;
/** Maximum words of an answer that is complete by itself. */
const MAX_WHOLE_WORDS = 8;
/** Words examined at the beginning and at the end: thousands of them would block the process. */
const LOOKED_AT_WORDS = 12;
/** Characters examined for punctuation at the end. */
const END_CHARACTERS = 20;
const MARKS = { goesOn: /\.\.\.|[…,،–—:-]/, exclaims: /[!！]/, asks: /[?？؟]/ };

/**
 * Returns how complete a text is, judged by its words and punctuation; by punctuation alone in a language without rules
 * here.
 *
 * @param isAnswer whether the caller was asked something before, or has interrupted: then a few words are usually
 * everything
 * @param isAtAStretch whether they have not paused in it: a caller who pauses is saying something longer
 */
export function completenessOf(text: string, language: string, isAnswer = false, isAtAStretch = true): Completeness {
  const rules = rulesFor(language);
  const mark = markAtTheEnd(text);
  if (MARKS.goesOn.test(mark)) return "unfinished";
  if (MARKS.exclaims.test(mark) || (!rules && MARKS.asks.test(mark))) return "finished";
  if (!rules) return "closed"; // Not "open": every sentence would then wait as long as a rarely complete one.
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

/** The text being judged. */
interface Said {
  readonly words: readonly string[];
  readonly tail: string;
  readonly mark: string;
  readonly isShortAnswer: boolean;
  /** The result if there is no evidence. */
  readonly otherwise: Completeness;
}

function mayBeAll(words: number, isAnswer: boolean, isAtAStretch: boolean): boolean {
  return (isAtAStretch && words >= STATEMENT_WORDS) || (isAnswer && words <= ANSWER_WORDS);
}

/** Judges text that is complete by itself, or has a complete ending. */
function asPhrase({ words, tail }: Said, { whole, ends = [] }: Rules): Completeness | undefined {
  const isWhole = words.length <= MAX_WHOLE_WORDS && whole.test(tail);
  return isWhole || ends.some((end) => end.test(tail)) ? "finished" : undefined;
}

/** Judges letters and digits: they are spoken one by one, and nothing distinguishes the last. */
function asRow({ words, otherwise }: Said, rules: Rules): Completeness | undefined {
  if (words.slice(-2).filter(isLetter).length === 2) return "unfinished";
  const digits = digitsAtTheEnd(words, rules);
  if (digits === 0) return undefined;
  if (digits < WHOLE_NUMBER_DIGITS) return "unfinished";
  return digits < TELEPHONE_NUMBER_DIGITS ? otherwise : "closed";
}

/** Judges words that something has to follow. */
function asBeginning({ words, tail, mark, isShortAnswer, otherwise }: Said, rules: Rules): Completeness | undefined {
  const last = words.at(-1) ?? "";
  if (rules.goesOn.has(last)) return "unfinished";
  if (isShortAnswer) return "closed";
  if (mark === "" && rules.begins.some((begin) => begin.test(tail))) return "unfinished";
  if (rules.closes.test(tail)) return "finished";
  if (rules.mayGoOn.has(last)) return mark === "" ? "unfinished" : otherwise;
  return undefined;
}

/** Judges a question or a command: it is complete when it is long enough. Anything else stays unknown. */
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
  // A caller who began so long ago may be telling something by now.
  return words.length >= wholeWords && words.length <= LOOKED_AT_WORDS ? "finished" : "closed";
}

function markAtTheEnd(text: string): string {
  return /(\.\.\.|\p{P})?["'”’)\s]*$/u.exec(text.slice(-END_CHARACTERS))?.[1] ?? "";
}

/** Joins a time of day or a price into one number; "a.m." must not look spelled. */
function withTimesWhole(text: string): string {
  return text.replace(/(\d)[:.,](?=\d)/g, "$1").replace(/(\d) ?[ap]\.? ?m\b\.?/gi, "$1 o clock");
}

/**
 * Returns whether the word is a letter. A name is spelled letter by letter, and none shows that it is the last; "I'd"
 * counts as two letters too.
 */
function isLetter(word: string): boolean {
  return word.length === 1 && /\p{L}/u.test(word);
}

/**
 * Returns the number of digits at the end if there is more than one number: a single number may be a year or a price.
 */
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

/** Prepared rules, made once per language. */
const made = new Map<string, Rules>();

function rulesFor(language: string): Rules | undefined {
  const code = primaryLanguage(language);
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
