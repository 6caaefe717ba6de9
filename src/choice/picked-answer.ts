import { localesFor } from "../locales/locales.js";
import type { ChoiceOption } from "../records/call-script.js";
import type { Part } from "./answer-parts.js";
import { AROUND, clausesOf, EMPTY, isNamed, isNegated, optionsIn } from "./clauses.js";
import { foldedPhrase } from "./folded-words.js";
import { rootOf, stemOf } from "./partial-names.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { isDenial } from "./word-uses.js";

/** Returns the option that is picked by a part of its name and nothing else: "the large one, please". */
export function pickedIn(parts: readonly Part[], { distinct }: PreparedChoice): ChoiceOption | undefined {
  return onlyOne(parts, (words) => distinct.get(stemOf(words)));
}

/** Returns the option that is named in another form, beside the nouns of the question: "the left side" in German, "confermo". */
export function inflectedIn(
  parts: readonly Part[],
  { inflected, nouns, language }: PreparedChoice,
): ChoiceOption | undefined {
  const said = parts.filter(({ kind, words }) => kind !== "other" || !nouns.has(stemOf(words)));
  // A German stem may be another word: "recht" is not "rechts".
  const isForm = (words: string) => language !== "de" || rootOf(words) !== words;
  return onlyOne(said, (words) => (isForm(words) ? inflected.get(rootOf(words)) : undefined));
}

function onlyOne(
  parts: readonly Part[],
  meaning: (words: string) => ChoiceOption | undefined,
): ChoiceOption | undefined {
  if (parts.some(({ kind }) => kind !== "other" && !AROUND.has(kind))) return undefined;
  const picked = new Set(parts.filter(({ kind }) => kind === "other").map(({ words }) => meaning(words)));
  const [only] = picked;
  return picked.size === 1 ? only : undefined;
}

/** Returns the option for which an answer asks in the form of a question, with words of our question at most: "Can we move it?" */
export function requestedIn(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const [first, ...others] = parts.filter(({ kind }) => !EMPTY.has(kind));
  const [only, another] = optionsIn(others);
  if (!first || another || !isSaid("requests", first.words, choice)) return undefined;
  const isPlain = (part: Part) =>
    isNamed(part, choice) || AROUND.has(part.kind) || (part.kind === "other" && choice.asked.has(part.words));
  return others.every(isPlain) ? only : undefined;
}

/** Parts that may surround a "no" that is said by halves. */
const HEDGED: ReadonlySet<Part["kind"]> = new Set(["hedges", "carrier", "negation", ...EMPTY] as const);

/**
 * Returns "no" if an answer says it by halves, "not necessary", "no, I'm fine", and nothing that speaks against it. An option with a
 * name of its own, "missed", says more than that.
 */
export function hedgedIn(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const { no, question, asked } = choice;
  const isAsked = ({ kind, words }: Part) => kind === "other" && asked.has(words);
  const isIn = (part: Part) => (part.kind === "option" ? part.option === no : HEDGED.has(part.kind));
  if (question.isNegated || !isDenial(foldedPhrase(no?.value ?? ""))) return undefined;
  return parts.every((part) => isIn(part) || isAsked(part)) ? no : undefined;
}

/** Returns the last option of two if it is said to be meant instead of the first. */
export function correctedIn(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const isOne = (part: Part) => isNamed(part, choice);
  const at = parts.findLastIndex(isOne);
  const [only, another] = optionsIn(parts.slice(at));
  const before = parts.slice(0, at);
  const between = before.slice(before.findLastIndex(isOne) + 1);
  const said = between.map(({ words }) => words).join(" ");
  const isExcluded = between.some(({ kind, clause }) => kind === "negation" && clause === parts[at]?.clause);
  if (!only || another || between.length === before.length || !isSaid("corrects", said, choice)) return undefined;
  return isExcluded || clausesOf(parts.slice(at)).some(isNegated) ? undefined : only;
}

function isSaid(use: "requests" | "corrects", words: string, { language }: PreparedChoice): boolean {
  return localesFor(language).some(({ choices }) => choices[use].test(words));
}
