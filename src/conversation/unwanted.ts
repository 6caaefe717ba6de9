import { foldedPhrase, foldText, type FoldedWord } from "../choice/folded-words.js";
import { LOCALES } from "../locales/locales.js";

/** Maximum number of words of courtesy, and pronouns, between two words of a phrase: "Rufen Sie mich bitte nicht mehr an". */
const MAX_ASIDE = 3;
/** Number of words before a phrase among which a negation takes it back: "I don't want you to stop calling". */
const NEGATION_REACH = 5;
const NEGATIONS = /^(not|never|no|nicht|nie|niemals|kein|keine|keinen|ne|n|pas|jamais|non|mai|nunca|jamas)$/;
/** Words that make a phrase negative itself, besides those: "plus être appelé". */
const ENDS = /^(plus|piu)$/;

let aside: ReadonlySet<string> | undefined;

/**
 * Creates a test of a text for any of these phrases, with courtesy and pronouns between their words. A phrase is not meant behind a
 * negation, unless it is one itself, nor with a limit: "Don't call me again today".
 */
export function saysUnwanted(phrases: readonly string[]): (text: string) => boolean {
  aside ??= new Set(LOCALES.flatMap(({ requests }) => foldedPhrase(requests.unwanted.aside).split(" ")));
  const wanted = phrases.map((phrase) => foldedPhrase(phrase).split(" "));
  return (text) => {
    const { words } = foldText(text);
    return wanted.some((phrase) => words.some((_, from) => isMeantAt(phrase, words, from)));
  };
}

function isMeantAt(phrase: readonly string[], words: readonly FoldedWord[], from: number): boolean {
  const to = endOf(phrase, words, from);
  const isNegated = phrase.some((word) => NEGATIONS.test(word) || ENDS.test(word));
  const clause = words[from]?.clause;
  const before = words.slice(0, from).filter((word) => word.clause === clause);
  if (to === undefined) return false;
  if (!isNegated && before.slice(-NEGATION_REACH).some(({ word }) => NEGATIONS.test(word))) return false;
  const around = `${textOf(before)} | ${textOf(words.slice(to).filter((word) => word.clause === words[to - 1]?.clause))}`;
  return !LOCALES.some(({ requests }) => requests.unwanted.unless.test(around));
}

/** Returns the position behind a phrase that begins here, however many words aside it has; undefined if it does not. */
function endOf([first, ...others]: readonly string[], words: readonly FoldedWord[], from: number): number | undefined {
  if (words[from]?.word !== first) return undefined;
  let at = from + 1;
  for (const next of others) {
    const last = at + MAX_ASIDE;
    while (words[at]?.word !== next && at < last && aside?.has(words[at]?.word ?? "")) at++;
    if (words[at]?.word !== next) return undefined;
    at++;
  }
  return at;
}

function textOf(words: readonly FoldedWord[]): string {
  return words.map(({ word }) => word).join(" ");
}
