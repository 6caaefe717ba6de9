import type { Asides } from "../locales/choice.js";
import { localesFor } from "../locales/locales.js";
import type { Part } from "./answer-parts.js";
import { clausesOf, EMPTY, isNamed } from "./clauses.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { deniesAskedVerb } from "./statements.js";
import { wordUses } from "./word-uses.js";

/** Parts that may stand before what a clause says. Courtesy may be a part of it: "Monsieur est fatigué". */
const BEFORE: ReadonlySet<Part["kind"]> = new Set(["hesitation", "waits", "greets", "assent"] as const);
/** Uses of words that may only say that someone listens: "Right, hello?" */
const OF_LISTENING: ReadonlySet<Part["kind"]> = new Set(["greets", "listens", "invites"] as const);
/** Maximum length of a word of a question that may be its auxiliary, in characters: "did". */
const AUXILIARY_LENGTH = 3;

/**
 * Returns whether an answer speaks of something else than the question, although it has the words of an option: of someone else, of
 * what was, of the call itself. No option is chosen by it.
 */
export function isAside(parts: readonly Part[], choice: PreparedChoice): boolean {
  const clauses = clausesOf(parts);
  const isOne = (clause: readonly Part[]) =>
    speaksOfElse(clause, choice) || isOtherUse(clause, choice) || deniesUnasked(clause, choice);
  return onlyListens(parts, choice) || clauses.some(isOne) || breaksOff(clauses, choice);
}

function speaksOfElse(clause: readonly Part[], choice: PreparedChoice): boolean {
  const saying = sayingOf(clause, choice);
  const whole = clause.map(({ words }) => words).join(" ");
  const own = clause.filter((part) => isNamed(part, choice)).map(({ words }) => words);
  const isOption = own.length > 0;
  const marked = saying.map((part) => markOf(part, choice, isOption)).join(" ");
  if (choice.countsThings && localesFor(choice.language).some(({ clock }) => clock.told.test(marked))) return true;
  if (isOption) return asidesOf(choice).some((asides) => isOneOf(asides, { marked, whole, own }, choice));
  return marked.includes("*") && asidesOf(choice).some(({ always }) => always.some((pattern) => pattern.test(marked)));
}

function isOneOf(
  asides: Asides,
  { marked, whole, own }: { readonly marked: string; readonly whole: string; readonly own: readonly string[] },
  { folded }: PreparedChoice,
): boolean {
  const { always, ofSelf, asksOfSelf, introduces, saysWho, asksWho, past, asksPast } = asides;
  const has = (pattern: RegExp) => pattern.test(marked);
  const isOwn = (pattern: RegExp) => own.some((words) => pattern.test(words)); // "Holiday" may be an option.
  if (always.some((pattern) => has(pattern) || (pattern.test(whole) && !isOwn(pattern)))) return true;
  if (has(past) && !asksPast.test(folded)) return true;
  if (asksOfSelf.test(folded)) return false;
  return has(introduces) || (has(saysWho) && asksWho.test(folded)) || ofSelf.some(has);
}

function asidesOf(choice: PreparedChoice): readonly Asides[] {
  return localesFor(choice.language).map(({ asides }) => asides);
}

/** Returns a clause without what may stand before a sentence: "yes", a greeting. */
function sayingOf(clause: readonly Part[], choice: PreparedChoice): readonly Part[] {
  return clause.slice(
    clause.findIndex((part) => !BEFORE.has(part.kind) && (part.kind !== "option" || isNamed(part, choice))),
  );
}

/**
 * Returns the words of a part, or a mark in their place; see {@link Asides}. Where a question is answered by "yes" or "no", its words are
 * marked as an option is: "my son says yes", "I'll tell you on Tuesday".
 */
function markOf(part: Part, choice: PreparedChoice, isOption: boolean): string {
  if (isNamed(part, choice)) return "*";
  if (part.kind === "requests") return "?";
  const isFact = !isOption && choice.yes !== undefined;
  if (part.kind === "option") return isFact ? "*" : part.words;
  if (part.kind !== "other" || !choice.asked.has(part.words)) return part.words;
  if (!isFact) return "=";
  return part.words.length > AUXILIARY_LENGTH ? "*" : part.words;
}

/** Returns whether an option is only a word of agreement before a greeting: "Right, hello?", "Bien, dígame". */
function onlyListens(parts: readonly Part[], choice: PreparedChoice): boolean {
  const said = parts.filter(({ kind }) => !EMPTY.has(kind) || OF_LISTENING.has(kind));
  const [first, ...others] = said;
  if (!first || others.length === 0 || !isNamed(first, choice)) return false;
  const agrees = wordUses().agrees.has(first.words);
  return agrees && others.every(({ kind }) => OF_LISTENING.has(kind));
}

/** Returns whether an option's word has another use behind the word before it: "I will", "zu groß". */
function isOtherUse(clause: readonly Part[], choice: PreparedChoice): boolean {
  return clause.some((part, at) => {
    const before = clause[at - 1];
    if (part.kind !== "option" || !before) return false;
    return asidesOf(choice).some(({ otherUse }) =>
      otherUse?.test(`${before.words} ${capitalisedAs(part.option.value, part.words)}`),
    );
  });
}

/** Returns folded words with a capital at their beginning if a value has one there. */
function capitalisedAs(value: string, words: string): string {
  return /^\p{Lu}/u.test(value) ? words.slice(0, 1).toUpperCase() + words.slice(1) : words;
}

/** Returns whether a "no" denies a verb that was not asked for, with its pronoun: "No le escucho", "No me diga". */
function deniesUnasked(clause: readonly Part[], choice: PreparedChoice): boolean {
  const { no, asked } = choice;
  const at = clause.findIndex((part) => part.kind === "option" && part.option === no);
  const [next = "", ...rest] = clause.slice(at + 1).flatMap(({ words }) => words.split(" "));
  const isPronoun = (word: string) => asidesOf(choice).some(({ pronouns }) => pronouns?.test(word));
  if (at < 0 || !isPronoun(next)) return false;
  return !deniesAskedVerb(clause, choice) && !rest.some((word) => asked.has(word) && !isPronoun(word));
}

/** Returns whether an answer breaks off behind a "yes" or "no", where a sentence would go on: "Oui, c'est pour". */
function breaksOff(clauses: readonly (readonly Part[])[], choice: PreparedChoice): boolean {
  const { yes, no } = choice;
  const isAnswered = clauses
    .flat()
    .some((part) => part.kind === "option" && (part.option === yes || part.option === no));
  const last = (clauses.at(-1) ?? []).map(({ words }) => words).join(" ");
  return isAnswered && asidesOf(choice).some(({ unfinished }) => unfinished.test(last));
}
