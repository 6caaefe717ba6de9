import { setImmediate } from "node:timers/promises";
import type { Choice, ChoiceOption } from "../records/call-script.js";
import { type AskedWords, askedWords } from "./asked-words.js";
import { foldedPhrase, foldText, textOf } from "./folded-words.js";
import { distinctWords, inflections } from "./partial-names.js";
import { PhraseIndex } from "./phrase-index.js";
import { type QuestionKind, questionKind } from "./question-kind.js";
import { wordUses } from "./word-uses.js";

/** A question whose phrases are folded in advance, so that each answer is read quickly. */
export interface PreparedChoice extends AskedWords {
  readonly prompt: string;
  /** The prompt, folded. */
  readonly folded: string;
  readonly question: QuestionKind;
  readonly options: readonly ChoiceOption[];
  /** Primary language of the call; undefined if it is not known. */
  readonly language: string | undefined;
  readonly phrases: PhraseIndex<ChoiceOption>;
  /** Stems of words that pick one of the options by a part of its name. */
  readonly distinct: ReadonlyMap<string, ChoiceOption>;
  /** Roots of words that may be inflected names of options. */
  readonly inflected: ReadonlyMap<string, ChoiceOption>;
  /** The options that mean "yes" and "no", each undefined if there is none or more than one. */
  readonly yes: ChoiceOption | undefined;
  readonly no: ChoiceOption | undefined;
  /** Whether options have places or numbers in their phrases. "The second" and "two" then mean those options. */
  readonly namesPlaces: boolean;
  readonly namesNumbers: boolean;
}

/** Number of phrases folded without a pause. It takes less than 1 ms. */
const AT_ONCE = 20;

/** Prepares a question once for all its answers, with pauses so that it does not delay the audio of calls. */
export async function prepareChoice(
  { prompt, options }: Pick<Choice, "prompt" | "options">,
  language?: string,
): Promise<PreparedChoice> {
  const owners = new Map<string, Set<ChoiceOption>>();
  let done = 0;
  for (const option of options) {
    for (const phrase of [option.value, ...option.synonyms]) {
      const folded = foldedPhrase(phrase, language);
      owners.set(folded, (owners.get(folded) ?? new Set()).add(option));
      if (++done % AT_ONCE === 0) await setImmediate();
    }
  }
  const [yes, no] = [nameVariants(owners, "assent", language), nameVariants(owners, "denial", language)];
  const phrases = new PhraseIndex<ChoiceOption>();
  for (const [phrase, those] of owners) for (const option of those) phrases.add(phrase, option);
  const words = new Set([...owners.keys()].flatMap((phrase) => phrase.split(" ")));
  const { words: asked } = foldText(prompt, language);
  return {
    prompt,
    folded: textOf(language === "es" ? foldText(withoutThis(prompt), language).words : asked),
    question: questionKind(prompt, options, { no, language }),
    options,
    language,
    phrases,
    distinct: distinctWords(options, language),
    inflected: yes || no ? new Map() : inflections(options, language),
    yes,
    no,
    namesPlaces: [...words].some((word) => word.startsWith("#")),
    namesNumbers: [...words].some((word) => /^\d+$/.test(word)),
    ...askedWords(asked, phrases, language),
  };
}

/** Returns a Spanish question without "esta" before a noun, which folds to the same as "está": "this", not "is". */
function withoutThis(prompt: string): string {
  return prompt.replace(/(?<!\p{L})esta(?= \p{L})/giu, "");
}

/**
 * Adds all forms of "yes", or of "no", to the one option that has one of them: "yeah" means "yes" unless another option has
 * "yeah". English ones are also names that programs use, so in a German call "ja" means "yes", too. A form that the
 * call's own language uses otherwise is left out: "ya" is Spanish for "already".
 */
function nameVariants(
  owners: Map<string, Set<ChoiceOption>>,
  use: "assent" | "denial",
  language: string | undefined,
): ChoiceOption | undefined {
  const { yesAndNo, own } = wordUses();
  const named = [...yesAndNo.keys()].filter((code) => yesAndNo.get(code)?.[use].some((phrase) => owners.has(phrase)));
  const isOther = (code: string, form: string) => code !== language && own.get(language ?? "")?.has(form);
  const formsIn = (codes: readonly string[]) =>
    codes.flatMap((code) => yesAndNo.get(code)?.[use].filter((form) => !isOther(code, form)) ?? []);
  const having = new Set(formsIn(named).flatMap((phrase) => [...(owners.get(phrase) ?? [])]));
  const [option] = having;
  if (!option || having.size > 1) return undefined;
  const spoken = language !== undefined && named.includes("en") ? [language] : [];
  for (const phrase of formsIn([...named, ...spoken])) {
    if (!owners.has(phrase)) owners.set(phrase, new Set([option]));
  }
  return option;
}
