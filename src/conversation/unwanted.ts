import { foldedPhrase, foldText, type FoldedWord, textOf } from "../choice/folded-words.js";
import { localeOf } from "../locales/locales.js";

/** Maximum number of words of courtesy, and pronouns, between two words of a phrase: "Rufen Sie mich bitte nicht mehr an". */
const MAX_ASIDE = 3;
/** Words that make a phrase negative itself, besides those of its language: "plus être appelé". */
const ENDS = /^(no|plus|piu)$/;

/** Words of one language, folded, that bear upon a phrase around them. */
interface Bearing {
  readonly aside: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly denies: RegExp;
  readonly unless: RegExp;
}

type Words = readonly FoldedWord[];

/**
 * Creates a test of a text for any of these phrases, with courtesy and pronouns between their words. A phrase does not count if a
 * negation governs it and it has none itself ("I don't want you to stop calling", but not "I don't want this stop calling"), nor if a
 * limit goes with it ("Don't call me again today").
 *
 * @param language of the phrases
 */
export function saysUnwanted(phrases: readonly string[], language: string): (text: string) => boolean {
  return testOf(phrases, language, () => true);
}

/**
 * Creates a test of a text that may confirm that no more calls are wanted. A phrase behind words of saying or meaning that are denied or
 * asked does not count, in whatever clause: it may be one that was never said ("No, I didn't say stop calling me"). Who says it again
 * in anger confirms it ("I said stop calling me").
 *
 * @param language of the phrases
 */
export function confirmsUnwanted(phrases: readonly string[], language: string): (text: string) => boolean {
  const { reports } = localeOf(language).requests.unwanted;
  return testOf(phrases, language, (before) => !reports.test(clausesOf(before)));
}

function testOf(
  phrases: readonly string[],
  language: string,
  mayFollow: (before: Words) => boolean,
): (text: string) => boolean {
  const { aside, negations, denies, unless } = localeOf(language).requests.unwanted;
  const bearing = { aside: foldedSet(aside), negations: foldedSet(negations), denies, unless };
  const wanted = phrases.map((phrase) => foldedPhrase(phrase).split(" "));
  return (text) => {
    const { words } = foldText(text);
    return wanted.some((phrase) =>
      words.some((_, from) => isMeantAt(phrase, words, from, bearing) && mayFollow(words.slice(0, from))),
    );
  };
}

/** Returns words as a text with a bar between clauses. */
function clausesOf(words: Words): string {
  return words
    .map(({ word, clause }, at) => (clause === (words[at - 1]?.clause ?? clause) ? word : `| ${word}`))
    .join(" ");
}

function foldedSet(words: string): ReadonlySet<string> {
  return new Set(foldedPhrase(words).split(" "));
}

function isMeantAt(phrase: readonly string[], words: Words, from: number, bearing: Bearing): boolean {
  const to = endOf(phrase, words, from, bearing.aside);
  if (to === undefined) return false;
  const clause = words[from]?.clause;
  const before = words.slice(0, from).filter((word) => word.clause === clause);
  const said = textOf(words.slice(from, to));
  const isNegative = phrase.some((word) => bearing.negations.has(word) || ENDS.test(word));
  const behind = textOf(words.slice(to).filter((word) => word.clause === words[to - 1]?.clause));
  if (!isNegative && bearing.denies.test(`${textOf(before)} | ${said} | ${behind}`)) return false;
  return !bearing.unless.test(`${textOf(before)} | ${behind}`);
}

/** Returns the position behind a phrase that begins here, however many words aside it has; undefined if it does not. */
function endOf(
  [first, ...others]: readonly string[],
  words: Words,
  from: number,
  aside: ReadonlySet<string>,
): number | undefined {
  if (words[from]?.word !== first) return undefined;
  let at = from + 1;
  for (const next of others) {
    const last = at + MAX_ASIDE;
    while (words[at]?.word !== next && at < last && aside.has(words[at]?.word ?? "")) at++;
    if (words[at]?.word !== next) return undefined;
    at++;
  }
  return at;
}
