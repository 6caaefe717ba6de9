import type { Part } from "./answer-parts.js";
import { isNegated } from "./clauses.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { COMES, givesUp, type QuestionKind } from "./question-kind.js";

/**
 * Folded verbs that state something by themselves, in groups: those in an answer, and those of which one has to be in the question, so
 * that the answer speaks of what was asked.
 */
const VERBS: readonly (readonly [answered: RegExp, asked: RegExp])[] = [
  [/^(am|bin|suis|sommes)$/, /(^| )(are|am|sind|bist|etes|es tu)( |$)/],
  [/^(is|was|ist|war|est)$/, /(^| )(is|was|ist|war|est)( |$)/],
  [/^(es|soy|somos)$/, /(^| )(es|son|eres)( |$)/],
  [/^(esta|estoy|estamos)$/, /(^| )(esta|estan|estas)( |$)/],
  [/^(e|sono|siamo)$/, /(^| )(e|siete|sei)( |$)/],
  [
    /^(have|has|had|got|habe|haben|hab|hat|ai|avons|tengo|tenemos|he|ho|abbiamo)$/,
    /(^| )(have|has|got|haben|hast|hat|avez|as|tiene|tienen|ha|han|avete|hai)( |$)/,
  ],
  [
    /^(want|like|wollen|mochte|mochten|veux|voudrais|voulons|quiero|quisiera|queremos|voglio|vorrei|vogliamo)$/,
    /(^| )(want|like|wollen|willst|mochten|mochtest|voulez|veux|souhaitez|quiere|quieres|desea|vuole|vuoi|desidera)( |$)/,
  ],
  [/^(need|brauche|brauchen|besoin|necesito|bisogno)$/, /(^| )(need|brauchen|brauchst|besoin|necesita|bisogno)( |$)/],
];
/** The same, only in German: elsewhere it is the English "will" of "I will not pay". */
const WILL: (typeof VERBS)[number] = [/^will$/, /(^| )(wollen|willst|mochten|mochtest)( |$)/];
/** Folded words of those who speak of themselves, and so of nothing in the question but its verb. */
const SELF = /^(i|we|ich|wir|je|j|nous|yo|no|kein|keine|keinen)$/;
/** Folded words for what is one's own: "not my appointment". */
const OWN = /^(my|our|mein|meine|meinen|unser|mon|ma|notre|mi|nuestra|mio|mia|nostro)$/;
/** Folded pronouns for a thing in the question: "I don't want it". */
export const THING = /^(it|them|ihn|la|lo|le|l)$/;
/** Says that something exists: "there is no appointment". */
const EXISTS = /(^| )(there is|there are|y a|gibt|hay|c e)( |$)/;
/** Folded words for a person: "it's not me". */
const PERSON = /^(me|him|her|moi|mine)$/;
/** Folded pronouns between the Spanish "no" and its verb. */
const PRONOUN = /^(me|le|lo|la|se|nos|yo)$/;

/**
 * Returns whether a denial in a clause states something else than what was asked: "I have no appointment" to "Will you come to your
 * appointment?". A clause with the verb of the question does not: "I don't want to come".
 */
export function deniesAnother(clause: readonly Part[], choice: PreparedChoice): boolean {
  const { folded, question } = choice;
  if (!isNegated(clause) || !hasObject(clause, question)) return false;
  const said = saidIn(clause);
  if (question.isOfGivingUp) return speaksOfItself(clause, choice);
  if (question.isOfComing && COMES.test(said)) return false;
  const words = said.split(" ");
  if (EXISTS.test(said) && !EXISTS.test(folded)) return true;
  if (question.isOfComing && words.some((word) => OWN.test(word))) return true;
  return verbsOf(choice).some(([answered, asked]) => words.some((word) => answered.test(word)) && !asked.test(folded));
}

function verbsOf({ language }: PreparedChoice): typeof VERBS {
  return language === "de" ? [...VERBS, WILL] : VERBS;
}

/** Returns whether a denial names what it denies. "I don't want to" does not. */
function hasObject(clause: readonly Part[], { isOfGivingUp }: QuestionKind): boolean {
  if (clause.some(({ kind, words }) => kind === "other" || PERSON.test(words))) return true;
  return isOfGivingUp && (clause.some(({ words }) => THING.test(words)) || COMES.test(saidIn(clause)));
}

function saidIn(clause: readonly Part[]): string {
  return clause.map(({ words }) => words).join(" ");
}

/**
 * Returns whether a clause says what someone wants, has or does, and not that something is to be given up: "I want my appointment", but
 * not "on Friday".
 */
export function speaksOfItself(clause: readonly Part[], choice: PreparedChoice): boolean {
  const said = saidIn(clause);
  const isOfSelf = (word: string) =>
    SELF.test(word) || OWN.test(word) || verbsOf(choice).some(([answered]) => answered.test(word));
  return !givesUp(said, choice.language) && said.split(" ").some(isOfSelf);
}

/** Returns whether a Spanish "no" denies the verb behind it, which was not asked for: "No está", "No tengo cita", "No la quiero". */
export function deniesOwnVerb(clause: readonly Part[], choice: PreparedChoice): boolean {
  const [pronoun, verb] = behindNo(clause, choice);
  const isOfThing = choice.question.isOfGivingUp && THING.test(pronoun);
  return VERBS.some(([answered, asked]) => answered.test(verb) && (isOfThing || !asked.test(choice.folded)));
}

/** Returns whether it denies a verb that was asked for: "No necesito ayuda". */
export function deniesAskedVerb(clause: readonly Part[], choice: PreparedChoice): boolean {
  const [, verb] = behindNo(clause, choice);
  return VERBS.some(([answered, asked]) => answered.test(verb) && asked.test(choice.folded));
}

/** Returns the word behind a Spanish "no", which may be a pronoun, and the verb behind them; each empty if there is none. */
function behindNo(clause: readonly Part[], { language, no }: PreparedChoice): readonly [next: string, verb: string] {
  const at = clause.findIndex((part) => part.kind === "option" && part.option === no);
  if (language !== "es" || at < 0) return ["", ""];
  const behind = clause.slice(at + 1).map(({ words }) => words);
  return [behind[0] ?? "", behind.find((words) => !PRONOUN.test(words)) ?? ""];
}
