import type { Part } from "./answer-parts.js";
import { AGAINST, EMPTY } from "./clauses.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { isDenial } from "./word-uses.js";

/** Folded words that take back what was said before them: "red, wrong, blue". */
const TAKES_BACK = /^(stop|wrong|false|falsch|faux|falso)$/;
/** Folded words that need another negation, or repeat it, in the languages in which two of them are one: "ne … pas". */
const CONCORD =
  /^(ne|n|ni|nada|nadie|ningun|ninguno|ninguna|nunca|jamas|tampoco|mai|nemmeno|neanche|neppure|niente|nulla|nessuno|nessuna|noch|nor)$/;
/** Folded words that exclude what follows: "not without help". */
const EXCLUDES = /^(without|ohne|sans|sin|senza)$/;
/** Folded words that begin a denial with its own subject: "no way I won't come". */
const SUBJECT = /^(i|we|it|ich|wir|es|das|je|ce|ca) /;

/**
 * Returns whether a clause has two negations, which may come to a "yes" or to a "no": "I can't do it without help", "I wouldn't say
 * no". A "no" that begins the clause is none of them, nor is one that only repeats a denial: "no I can't", "no way absolutely not".
 */
export function isDoublyNegated(clause: readonly Part[], choice: PreparedChoice): boolean {
  const begin = clause.findIndex((part) => !EMPTY.has(part.kind) && !isNo(part, choice));
  const negations = clause.filter((part) => AGAINST.has(part.kind) || isNo(part, choice));
  const first = clause[begin];
  if (!first) return false;
  if (negations.some(({ words }) => EXCLUDES.test(words))) {
    // A "no" that only begins the clause does not belong to it.
    const from = EXCLUDES.test(first.words) ? 0 : begin;
    return negations.some((part) => !EXCLUDES.test(part.words) && clause.indexOf(part) >= from);
  }
  // "No diría que no": a Spanish "no" denies the verb behind it, too.
  const isSpanish = choice.language === "es" && begin > 0;
  if (isSpanish && negations.some((part) => clause.indexOf(part) > begin && isNo(part, choice))) return true;
  const counted = negations.filter((part) => clause.indexOf(part) >= begin && !CONCORD.test(part.words));
  return counted.some((part, at) => {
    const before = counted[at - 1];
    return before !== undefined && before.words !== part.words && !isRepeated(clause, before, part);
  });
}

function isRepeated(clause: readonly Part[], before: Part, part: Part): boolean {
  const isNext = clause.indexOf(part) === clause.indexOf(before) + 1;
  return (
    isNext &&
    (before.kind === "declines" || before.kind === "misses") &&
    part.kind !== "negation" &&
    !SUBJECT.test(part.words)
  );
}

/** Returns whether a clause takes back what was said before it: "red, no blue", "red, oh no, make it blue". */
export function takesBack(clause: readonly Part[], choice: PreparedChoice): boolean {
  const first = clause.find(({ kind }) => !EMPTY.has(kind));
  return first !== undefined && (isNo(first, choice) || TAKES_BACK.test(first.words));
}

function isNo(part: Part, { no, language }: PreparedChoice): boolean {
  if (part.kind === "option") return part.option === no && isDenial(part.words);
  return part.kind === "denial" || (language !== undefined && isDenial(part.words, language));
}
