import { LOCALES } from "../locales/locales.js";
import { nameOfMonth } from "../locales/names.js";
import type { Part } from "./answer-parts.js";
import { clausesOf, EMPTY, SAYS_YES } from "./clauses.js";
import { foldedPhrase } from "./folded-words.js";
import type { PreparedChoice } from "./prepared-choice.js";

/** Folded words that may stand before a German "ja" that means "yes": not verbs and their subjects. */
const BEFORE_JA =
  /^(aber|am|an|um|im|in|zum|zur|auf|fur|den|der|die|das|dem|mich|mir|uns|von|und|aus|bestimmt|sicher)$/;
/** Folded words right behind which it does, too. */
const SAYS_JA = /(^| )(glaube|denke|meine|sag|sage|sagen)$/;
/** Folded pronouns for the one who asks, as subjects: "you said red". */
const LISTENER = /^(you|sie|tu|vous|usted|ustedes|lei|voi)$/;
/** Folded verbs behind such a pronoun by which something is asked for: "you can put me down for red". */
const REQUESTS = /^(can|could|may|konnen|konnten|kannst|durfen|pouvez|pourriez|puede|podria|puo|potrebbe)$/;
/** Folded words that begin a question with an option as its subject: "is red all right". */
const ASKS = /^(is|are|was|does|would|will|could|can|ist|sind|war|ware)$/;
/** Folded words by which people say who they are, or who someone is: "this is Blue", but not "this Friday". */
const INTRODUCES = /^(this|here|hier|ici)$/;
const BE = /^(is|ist|spricht|c est)$/;
/** Folded articles and the like before a noun. */
const ARTICLE =
  /^(the|that|this|my|your|our|a|an|der|die|das|den|dem|ein|eine|einen|mein|meine|meinen|unser|le|la|l|un|une|mon|ma|notre|votre|el|una|mi|su|il|lo|mio|mia|suo|que|che)$/;
/** Folded prepositions before a day that is a limit. */
const LIMITS = /^(by|from|ab|des|desde|da|dal)$/;
/** Folded words by which people speak of themselves alone. Nothing of that kind is asked where there is one option. */
const ONESELF = /^(i|i am|we are|it is|ich|ich bin da|je|moi|yo|soy|io|sono)$/;
/** Folded words after which a sentence goes on: "yes, and". */
const GOES_ON = /^(and|und|et|y|e)$/;

/**
 * Returns whether an answer names an option, or words of the question, without choosing: it says what the listener does, who someone
 * is, what is known, or a limit, or it breaks off.
 */
export function isRemark(parts: readonly Part[], choice: PreparedChoice): boolean {
  const isOne = (clause: readonly Part[]) =>
    hasParticle(clause) ||
    isReport(clause, choice) ||
    introduces(clause, choice) ||
    isMention(clause, choice) ||
    isOfOneself(clause, choice) ||
    isLimit(clause, choice);
  return breaksOff(parts) || clausesOf(parts).some(isOne);
}

/** Returns whether the German "ja" stands inside a clause, where it means no "yes": "Ich will ja", "Der Termin ist ja morgen". */
function hasParticle(clause: readonly Part[]): boolean {
  const at = clause.findIndex(({ kind, words }) => words === "ja" && (kind === "option" || kind === "assent"));
  const before = clause.slice(0, Math.max(at, 0));
  const said = before.findLast(({ kind }) => !EMPTY.has(kind) && !SAYS_YES.has(kind)); // "Ich denke schon ja."
  if (SAYS_JA.test(said?.words ?? "")) return false;
  return !before.every(({ kind, words }) => {
    const isSingle = !words.includes(" ") && (SAYS_YES.has(kind) || kind === "other");
    return EMPTY.has(kind) || isSingle || BEFORE_JA.test(words);
  });
}

/** Returns whether a clause says what the listener says or does: "you said yes", but not "you can put me down for red". */
export function isReport(clause: readonly Part[], choice: PreparedChoice): boolean {
  const [first, next] = sayingOf(clause, choice);
  return LISTENER.test(first?.words ?? "") && !REQUESTS.test(next?.words ?? "");
}

/** Returns whether a clause asks about an option, in words without a question mark: "is red all right". */
export function asksAbout(clause: readonly Part[], choice: PreparedChoice): boolean {
  const said = sayingOf(clause, choice);
  return ASKS.test(said[0]?.words ?? "") && said[1]?.kind === "option";
}

/** Returns whether a clause says who someone is: "this is Blue". */
function introduces(clause: readonly Part[], choice: PreparedChoice): boolean {
  const { yes, no } = choice;
  const [first, ...others] = sayingOf(clause, choice);
  const option = others.find(({ words }) => !BE.test(words));
  if (first?.words === "this" && others[0] === option) return false;
  return (
    INTRODUCES.test(first?.words ?? "") && option?.kind === "option" && option.option !== yes && option.option !== no
  );
}

/** Returns whether a clause only names something in the question: "the appointment". */
function isMention(clause: readonly Part[], choice: PreparedChoice): boolean {
  const said = sayingOf(clause, choice);
  const nouns = said.filter(({ kind }) => kind === "other");
  return (
    nouns.length > 0 &&
    nouns.every(({ words }) => choice.asked.has(words)) &&
    ARTICLE.test(said[0]?.words ?? "") &&
    said.every(({ kind, words }) => kind === "other" || ARTICLE.test(words))
  );
}

/** Returns whether a clause only says that someone is there, where a note is to be acknowledged: "yes, I am". */
function isOfOneself(clause: readonly Part[], choice: PreparedChoice): boolean {
  const [only, another] = sayingOf(clause, choice).filter(({ kind }) => !EMPTY.has(kind));
  return choice.options.length === 1 && another === undefined && ONESELF.test(only?.words ?? "");
}

/** Returns whether a clause names a day or a month as a limit, which other days are within: "by Monday", "dès lundi". */
function isLimit(clause: readonly Part[], { question }: PreparedChoice): boolean {
  return clause.some(({ words }, at) => {
    const next = clause[at + 1];
    return LIMITS.test(words) && next?.kind === "option" && (question.isOfDays || isMonth(next.words));
  });
}

let months: ReadonlySet<string> | undefined;

/** Returns whether a folded word is a month in any language. */
function isMonth(word: string): boolean {
  months ??= new Set(
    LOCALES.flatMap(({ tag }) =>
      Array.from({ length: 12 }, (_, at) =>
        foldedPhrase(nameOfMonth(tag, { year: 2026, month: at + 1, day: 1, weekday: 0 })),
      ),
    ),
  );
  return months.has(word);
}

/** Returns whether an answer breaks off where a sentence would go on: "yes, and", "oui, et alors". */
function breaksOff(parts: readonly Part[]): boolean {
  const last = parts.findLast(({ kind, words }) => !EMPTY.has(kind) || GOES_ON.test(words));
  return last !== undefined && GOES_ON.test(last.words);
}

/** Returns the parts of a clause without a "yes" or "no", courtesy and hesitation before them. */
function sayingOf(clause: readonly Part[], { yes, no }: PreparedChoice): readonly Part[] {
  const isYesOrNo = (part: Part) =>
    part.kind === "option"
      ? part.option === yes || part.option === no
      : part.kind === "assent" || part.kind === "denial";
  const at = clause.findIndex((part) => !EMPTY.has(part.kind) && !isYesOrNo(part));
  return at < 0 ? [] : clause.slice(at);
}
