import type { ChoiceWords } from "../locales/choice.js";
import { LOCALES } from "../locales/locales.js";
import type { ChoiceOption } from "../records/call-script.js";
import type { FoldedWord } from "./folded-words.js";
import type { PreparedChoice } from "./prepared-choice.js";
import type { WordUse } from "./spoken-answers.js";
import { wordUses } from "./word-uses.js";

/** The last place, which is no date. */
const LAST = "#0";
/** Folded prepositions before a date: "on the second", "am zweiten". */
const OF_DATE = /^(on|by|since|until|till|am|zum|vom|ab|seit|bis|des|depuis|jusqu|desde|hasta|entro|dal)$/;

/** Returns the options named by a place in the list, or by a number announced as a place or a key. */
export function optionsByPlace(
  words: readonly FoldedWord[],
  at: number,
  choice: PreparedChoice,
): readonly ChoiceOption[] {
  const { options, namesPlaces } = choice;
  const word = words[at]?.word ?? "";
  if (/^\d+$/.test(word)) return optionsByNumber(word, words, at, choice);
  const isPlace = word.startsWith("#") && !namesPlaces && isPlaceAlone(words, at, choice);
  return isPlace ? [options.at(Number(word.slice(1)) - 1)].filter(isOption) : [];
}

/** Returns the options that a number names; the word before it says whether it is a place, a key or a number. */
function optionsByNumber(
  number: string,
  words: readonly FoldedWord[],
  at: number,
  choice: PreparedChoice,
): readonly ChoiceOption[] {
  const announced = useBefore(words, at);
  const byPlace = choice.options.at(Number(number) - 1);
  const byKey = choice.options.find(({ key }) => key === number);
  if (announced === "place") return [byPlace].filter(isOption);
  if (announced === "key") return [byKey].filter(isOption);
  if (announced === "number") return [...new Set([byPlace, byKey])].filter(isOption);
  const isOffered = choice.offersKeys && !choice.namesNumbers && choice.asked.has(number);
  const isNumber = !words[at]?.mayBePronoun || isCounted(words, at, choice);
  return [isOffered && isNumber ? byKey : undefined].filter(isOption);
}

/** Returns the use of the word before a position in its clause. */
function useBefore(words: readonly FoldedWord[], at: number): WordUse | undefined {
  const before = words[at - 1];
  return before && before.clause === words[at]?.clause ? wordUses().index.in([before])[0]?.means : undefined;
}

function isOption(option: ChoiceOption | undefined): option is ChoiceOption {
  return option !== undefined;
}

/**
 * Returns whether an ordinal is a place in the list: "the second", "the second one" and "the second option" are; "the second time" and
 * "on the second" are not. Where days are asked for, or whether something is so, "the second" may be a date or a visit: there, the word
 * behind it has to say that it is a place.
 */
function isPlaceAlone(words: readonly FoldedWord[], at: number, choice: PreparedChoice): boolean {
  const clause = words[at]?.clause;
  if (words.slice(Math.max(0, at - 2), at).some((each) => each.clause === clause && OF_DATE.test(each.word)))
    return false;
  const isDate = choice.question.isOfDays && words[at]?.word !== LAST;
  const next = words[at + 1];
  if (!next || next.clause !== clause) return !isDate && !asksForFact(choice);
  if (next.mayBePronoun) return !asksForFact(choice);
  return wordUses()
    .index.in(words.slice(at + 1))
    .some(({ from, means }) => from === 0 && (means === "place" || !(isDate || asksForFact(choice))));
}

/** Returns whether a question is answered by "yes" or "no". */
function asksForFact({ yes, no, options }: PreparedChoice): boolean {
  return options.length > 1 && (yes !== undefined || no !== undefined);
}

/**
 * Returns whether "one" at a position is a number: it begins the clause, follows a word that announces a number, or answers how many, as
 * "just one" does, but not "that one", "the red one".
 */
export function isCounted(words: readonly FoldedWord[], at: number, choice: PreparedChoice): boolean {
  const before = words[at - 1];
  if (!before || before.clause !== words[at]?.clause) return !isContinued(words, at);
  const use = useBefore(words, at);
  if (use === "place" || use === "key" || use === "number" || use === "hesitation") return true;
  if (!choice.countsThings || isWord("points", before.word) || isContinued(words, at)) return false;
  return use === "courtesy" || isCarrierOf(before.word, choice);
}

/** Returns whether a word chooses nothing in the call's language. English "I'd like one" may mean one of those named. */
function isCarrierOf(word: string, { language }: PreparedChoice): boolean {
  return (
    language !== "en" &&
    (wordUses()
      .carriers.get(language ?? "")
      ?.has(word) ??
      false)
  );
}

/** Returns whether "one" at a position is a pronoun that continues: "one for me", "one of those". */
function isContinued(words: readonly FoldedWord[], at: number): boolean {
  const next = words[at + 1];
  return next !== undefined && next.clause === words[at]?.clause && isWord("continues", next.word);
}

/** Returns whether a word has a function in any language. */
function isWord(use: keyof ChoiceWords, word: string): boolean {
  return LOCALES.some(({ choices }) => choices[use]?.test(word));
}
