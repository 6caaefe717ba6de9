import { localesFor } from "../locales/locales.js";
import type { ChoiceOption } from "../records/call-script.js";
import { foldText, type FoldedWord, textOf } from "./folded-words.js";
import { isCounted, optionsByPlace } from "./offered-places.js";
import { type Found, longest } from "./phrase-index.js";
import type { PreparedChoice } from "./prepared-choice.js";
import type { WordUse } from "./spoken-answers.js";
import { isDenial, wordUses } from "./word-uses.js";

/** A part of an answer: an option, words with a known use, or other words. */
export type Part =
  | { readonly kind: "option"; readonly option: ChoiceOption; readonly clause: number; readonly words: string }
  | { readonly kind: WordUse | "other"; readonly clause: number; readonly words: string };

/** The parts of an answer, in spoken order. */
export interface AnswerParts {
  readonly parts: readonly Part[];
  /** Sentences that end with a question mark, each as a list of clause numbers. */
  readonly asked: readonly (readonly number[])[];
}

type Meaning = { readonly option: ChoiceOption } | { readonly use: WordUse };

/**
 * Maximum number of words that are read. Longer answers are not expected; the next word counts as other words, so such an
 * answer is not "nothing".
 */
const MAX_WORDS = 60;

/** Uses that win over a shorter option inside the phrase: "no idea" is not "no". */
const WEIGHTY: ReadonlySet<WordUse> = new Set([
  ...(["asks", "asksLast", "inverts", "unsure", "negation", "degree", "contrast", "declines", "misses"] as const),
  ...(["affirms", "attends", "idiom", "hesitation", "hedges", "waits"] as const),
]);

/** Uses of words in one language that may be carriers in another. */
const DOUBTS: ReadonlySet<WordUse> = new Set(["asks", "unsure", "negation", "contrast"] as const);

/** Uses that do so in phrases of several words: "good morning" names no morning. */
const POLITE: ReadonlySet<WordUse> = new Set(["courtesy", "greets", "listens"] as const);

/** Folded words before an infinitive: "wait" in "can wait" is no request. */
const MODAL = /^(can|could|will|would|to|should|may|must|kann|konnen|puede|puedo|peux|peut|posso|puo|deve)$/;

/** Folded words for having: who has "one moment" does not ask for it. */
const HAS = /^(have|has|got|habe|hab|haben|ai|avons|tengo|tenemos|ho|abbiamo)$/;

/** Uses of words that may come before a question that is asked back: "yes, is that …". */
const FILLERS: ReadonlySet<WordUse> = new Set([
  ...(["hesitation", "waits", "courtesy", "greets", "listens", "affirms", "agrees", "denial", "assent"] as const),
]);

/** Splits an answer into parts. The longest of overlapping phrases counts: "no problem" is not "no". */
export function partsOf(answer: string, choice: PreparedChoice): AnswerParts {
  const { words: all, asked } = foldText(answer, choice.language);
  const words = all.slice(0, MAX_WORDS);
  const isWeighty = ({ means: { use }, from, to }: Found<{ readonly use: WordUse }>) =>
    WEIGHTY.has(use) || (to - from > 1 && POLITE.has(use));
  const uses = wordUses()
    .index.in(words)
    .filter((each) => isThere(each, words, choice))
    .map(({ means, ...place }) => ({
      ...place,
      means: { use: ownUse({ means, ...place }, words, choice) },
    }))
    .sort((one, other) => Number(isWeighty(other)) - Number(isWeighty(one)));
  const options = choice.phrases.in(words).flatMap((each) => asOption(each, words, choice));
  const found = longest<Meaning>([...options, ...longest(uses).filter(isWeighty)], uses);
  const parts: Part[] = [];
  for (let at = 0; at < words.length;) {
    const here = found.filter(({ from }) => from === at);
    const to = here[0]?.to ?? at + 1;
    parts.push(...partsHere(here, words, at, to, choice));
    at = to;
  }
  const cut = all[MAX_WORDS];
  if (cut) parts.push({ kind: "other", clause: cut.clause, words: cut.word });
  return { parts, asked };
}

function partsHere(
  here: readonly Found<Meaning>[],
  words: readonly FoldedWord[],
  at: number,
  to: number,
  choice: PreparedChoice,
): Part[] {
  const [first] = words.slice(at, to);
  const text = textOf(words.slice(at, to));
  const clause = first?.clause ?? 0;
  const options = here.flatMap(({ means }) => ("option" in means ? [means.option] : []));
  if (options.length > 0) return options.map((option) => ({ kind: "option", option, clause, words: text }));
  const [use] = here.flatMap(({ means }) => ("use" in means ? [means.use] : []));
  const placed = to === at + 1 ? optionsByPlace(words, at, choice) : [];
  if (placed.length > 0) return placed.map((option) => ({ kind: "option", option, clause, words: text }));
  if (text === "que" && first?.isStressed) return [{ kind: "asks", clause, words: text }]; // "Qué", not "que".
  if (use === "carrier" && isSlight(text, words.slice(to), choice)) return [{ kind: "other", clause, words: text }];
  if (use) return [{ kind: use, clause, words: text }];
  const isCarrier = first?.mayBePronoun || choice.leads.has(text);
  return [{ kind: isCarrier ? "carrier" : "other", clause, words: text }];
}

/** Returns whether words lessen the option behind them, where neither someone's state nor an amount is asked: "a bit large". */
function isSlight(
  text: string,
  rest: readonly FoldedWord[],
  { language, folded, countsThings, phrases }: PreparedChoice,
): boolean {
  const [named] = phrases.in(rest).filter(({ from }) => from === 0);
  if (!named || countsThings) return false;
  const said = `${text} ${textOf(rest.slice(0, named.to))}`;
  return localesFor(language).some(
    ({ choices, asides }) => choices.slightly.test(said) && !asides.asksOfSelf.test(folded),
  );
}

/**
 * Maps a phrase to its option, unless the phrase is "one" as a pronoun after an article, an ordinal or an adjective: "the red
 * one".
 */
function asOption(found: Found<ChoiceOption>, words: readonly FoldedWord[], choice: PreparedChoice): Found<Meaning>[] {
  const isSingle = found.to - found.from === 1;
  const isPronoun = isSingle && words[found.from]?.mayBePronoun && !isCounted(words, found.from, choice);
  return isPronoun ? [] : [{ ...found, means: { option: found.means } }];
}

/**
 * Returns whether a phrase has its use at this position. An inversion asks only at the beginning of a clause: "is that" asks,
 * "what I want is that" does not.
 */
function isThere(found: Found<WordUse>, words: readonly FoldedWord[], choice: PreparedChoice): boolean {
  const { means, from, to } = found;
  const clause = words[from]?.clause;
  if (words[to - 1]?.clause !== clause) return false; // "Sí, tengo" is not "si tengo".
  switch (means) {
    case "unsure":
      // Nor is "sí tengo", where a recogniser writes no commas.
      return !words[from]?.isStressed && !isRepeated(words.slice(from, to), choice.folded);
    case "hedges": // "I'm fine" may be an option, or the answer to "Is Monday fine?".
      return !isAsked(words.slice(from, to), choice);
    case "asksLast":
      return words[to]?.clause !== clause;
    case "degree":
      return !isOwn(words.slice(from, to), choice);
    case "waits":
      return isRequest(words, from, choice.language);
    case "inverts":
      return words.slice(0, from).every((word) => word.clause !== clause || isFiller(word));
    default:
      return true;
  }
}

/** Returns whether the call's own language uses words otherwise than for degrees. */
function isOwn(words: readonly FoldedWord[], { language }: PreparedChoice): boolean {
  return (
    wordUses()
      .own.get(language ?? "")
      ?.has(textOf(words)) ?? false
  );
}

/** Returns whether a question has the same words, one of them a number: "a las dos", which is not "both" then. */
function isRepeated(words: readonly FoldedWord[], folded: string): boolean {
  const text = textOf(words);
  return words.length > 1 && /\d/.test(text) && ` ${folded} `.includes(` ${text} `);
}

/**
 * Returns whether words at a position ask for time: neither "it can't wait" nor "red can wait" does, nor "I have one minute"; but "can I
 * have one minute" does.
 */
function isRequest(words: readonly FoldedWord[], at: number, language: string | undefined): boolean {
  const before = words.slice(0, at).filter(({ clause }) => clause === words[at]?.clause);
  const last = before.at(-1)?.word ?? "";
  const has = HAS.test(last) && !before.some(({ word }) => MODAL.test(word) || word === "let");
  if (MODAL.test(last) || has || (language === "es" && last === "no")) return false;
  return before.every(
    (each) =>
      each.word === "noch" ||
      (language !== undefined && isDenial(each.word, language)) ||
      wordUses().index.in([each])[0]?.means !== "negation",
  );
}

/** Returns whether words of a hedge name an option, or are asked for: "Is Monday fine for you?" */
function isAsked(words: readonly FoldedWord[], choice: PreparedChoice): boolean {
  if (choice.phrases.in(words).some((named) => named.means !== choice.no)) return true;
  return isContent(textOf(words), choice) && choice.asked.has(words.at(-1)?.word ?? "");
}

/** Returns whether a phrase says that someone is content: "I'm fine". */
function isContent(phrase: string, { language }: PreparedChoice): boolean {
  return localesFor(language).some(({ choices }) => choices.content?.test(phrase));
}

/**
 * Returns the use of a phrase. A carrier of the call's own language is no doubt and no denial of another: the English "was". A word that
 * the question has before an option is no doubt, but may be a denial: "with breakfast or without breakfast?" That someone is content says
 * "no" to an offer, as the end of a clause, and leaves other questions open.
 */
function ownUse(
  { means: use, from, to }: Found<WordUse>,
  words: readonly FoldedWord[],
  choice: PreparedChoice,
): WordUse {
  const phrase = textOf(words.slice(from, to));
  if (use === "hedges" && isContent(phrase, choice)) return declinesAt(words, to, choice) ? "hedges" : "unsure";
  const isCarrier =
    (use === "unsure" && choice.leads.has(phrase)) ||
    (wordUses()
      .carriers.get(choice.language ?? "")
      ?.has(phrase) ??
      false);
  return isCarrier && DOUBTS.has(use) ? "carrier" : use;
}

/** Returns whether something is offered, and nothing but courtesy follows in the clause. */
function declinesAt(words: readonly FoldedWord[], to: number, choice: PreparedChoice): boolean {
  const rest = words.slice(to).filter(({ clause }) => clause === words[to - 1]?.clause);
  const { language, folded, question } = choice;
  const isOffer = question.isOffer || localesFor(language).some(({ choices }) => choices.offers?.test(folded));
  return isOffer && rest.every(isFiller);
}

function isFiller(word: FoldedWord): boolean {
  const use = wordUses().index.in([word])[0]?.means;
  return use !== undefined && FILLERS.has(use);
}
