import type { ChoiceWords } from "../locales/choice.js";
import { localesFor } from "../locales/locales.js";
import type { ChoiceOption } from "../records/call-script.js";
import type { FoldedWord } from "./folded-words.js";
import { MIN_LENGTH, rootOf, stemOf } from "./partial-names.js";
import type { PhraseIndex } from "./phrase-index.js";
import type { WordUse } from "./spoken-answers.js";
import { wordUses } from "./word-uses.js";

/** What the words of a question say about words of its answers. */
export interface AskedWords {
  /** Folded words of the question. */
  readonly asked: ReadonlySet<string>;
  /** Their roots. */
  readonly roots: ReadonlySet<string>;
  /** Stems of the nouns for which it asks. */
  readonly nouns: ReadonlySet<string>;
  /** Short words that it has right before options, and which are no doubt before them in an answer: "nach Rom". */
  readonly leads: ReadonlySet<string>;
  /** Whether it asks how many. "One" is then a number, not a pronoun. */
  readonly countsThings: boolean;
  /** Whether it offers numbers as keys. */
  readonly offersKeys: boolean;
}

interface Question {
  readonly asked: readonly FoldedWord[];
  readonly phrases: PhraseIndex<ChoiceOption>;
  readonly isWord: (use: keyof ChoiceWords, word: string) => boolean;
}

/** Uses of words by which a question offers its numbers. */
const OF_KEYS: ReadonlySet<WordUse> = new Set(["key", "place", "number"] as const);

/** Returns what the words of a question say about its answers. */
export function askedWords(
  asked: readonly FoldedWord[],
  phrases: PhraseIndex<ChoiceOption>,
  language: string | undefined,
): AskedWords {
  const locales = localesFor(language);
  const isWord = (use: keyof ChoiceWords, word: string) => locales.some(({ choices }) => choices[use]?.test(word));
  const question = { asked, phrases, isWord };
  return {
    asked: new Set(asked.map(({ word }) => word)),
    roots: new Set(asked.map(({ word }) => rootOf(word)).filter(({ length }) => length >= MIN_LENGTH)),
    nouns: nounsAsked(question),
    leads: leadsIn(question),
    countsThings: asked.some(({ word }) => isWord("counts", word)),
    offersKeys: offersKeys(question),
  };
}

/**
 * Returns whether a question offers its numbers as keys: it has several of them and a word of keys, places or saying, as "say one for
 * yes, two for no" does, or one right behind "press", or several options beside their keys: "Red, one, or blue, two?" Elsewhere a number
 * repeats a time or a count: "Can you come at two?"
 */
function offersKeys({ asked, phrases, isWord }: Question): boolean {
  if (besideKeys(asked, phrases).size > 1) return true;
  const announced = wordUses()
    .index.in(asked)
    .filter(({ means }) => OF_KEYS.has(means));
  const numbers = new Set(asked.flatMap(({ word }) => (/^\d+$/.test(word) ? [word] : [])));
  if (numbers.size > 1) return announced.length > 0 || asked.some(({ word }) => isWord("says", word));
  return announced.some(
    ({ means, to }) => means === "key" && asked.slice(to, to + 2).some(({ word }) => numbers.has(word)),
  );
}

/** Returns the options that stand right before their keys. */
function besideKeys(asked: readonly FoldedWord[], phrases: PhraseIndex<ChoiceOption>): ReadonlySet<ChoiceOption> {
  const named = phrases.in(asked).filter(({ means: { key }, to }) => asked[to]?.word === key);
  return new Set(named.map(({ means }) => means));
}

/** Maximum length of a word right before an option that says nothing by itself: "nach", "sur", in characters. */
const LEAD_LENGTH = 4;

/**
 * Returns the short words that a question has right before options. Those tell something where an option has several, "vor oder nach
 * Ostern", and before a number: "past ten".
 */
function leadsIn({ asked, phrases, isWord }: Question): ReadonlySet<string> {
  const leads = new Map<ChoiceOption, Set<string>>();
  for (const { means, from } of phrases.in(asked)) {
    const [lead, own] = [asked[from - 1], asked[from]];
    if (!lead || lead.clause !== own?.clause || isWord("alternates", lead.word) || isNumber(lead)) continue;
    leads.set(means, (leads.get(means) ?? new Set()).add(isNumber(own) ? "" : lead.word));
  }
  const single = [...leads.values()].flatMap((words) => (words.size === 1 ? [...words] : []));
  return new Set(single.filter(({ length }) => length > 0 && length <= LEAD_LENGTH));
}

function isNumber({ word }: FoldedWord): boolean {
  return /\d/.test(word);
}

/** Folded words between such a word and its noun: "combien de billets". */
const BETWEEN = /^(de|d|of)$/;

/**
 * Returns the stems of the nouns for which a question asks: "which side", "how many tickets", "the first or the second appointment". Beside
 * an option they say nothing more.
 */
function nounsAsked({ asked, phrases, isWord }: Question): ReadonlySet<string> {
  const nouns = asked.flatMap(({ word }, at) => {
    const rest = asked.slice(at + 1).filter((each) => !BETWEEN.test(each.word));
    if (isWord("asksFor", word)) return rest.slice(0, 1);
    const option = isWord("articles", word) ? phrases.in(rest).find(({ from }) => from === 0) : undefined;
    return option ? rest.slice(option.to, option.to + 1) : [];
  });
  const isNoun = (word: FoldedWord) => word.word.length > MIN_LENGTH && wordUses().index.in([word]).length === 0;
  return new Set(nouns.filter(isNoun).map(({ word }) => stemOf(word)));
}
