import type { Part } from "./answer-parts.js";
import { isNegated } from "./clauses.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { COMES, GIVES_UP, type QuestionKind } from "./question-kind.js";

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
    /^(want|like|will|wollen|mochte|mochten|veux|voudrais|voulons|quiero|quisiera|queremos|voglio|vorrei|vogliamo)$/,
    /(^| )(want|like|wollen|willst|mochten|mochtest|voulez|veux|souhaitez|quiere|quieres|desea|vuole|vuoi|desidera)( |$)/,
  ],
  [/^(need|brauche|brauchen|besoin|necesito|bisogno)$/, /(^| )(need|brauchen|brauchst|besoin|necesita|bisogno)( |$)/],
];
/** Folded words of those who speak of themselves, and so of nothing in the question but its verb. */
const SELF = /^(i|we|ich|wir|je|j|nous|yo|no|kein|keine|keinen)$/;
/** Folded words for what is one's own: "not my appointment". */
const OWN = /^(my|our|mein|meine|meinen|unser|mon|ma|notre|mi|nuestra|mio|mia|nostro)$/;
/** Folded pronouns for a thing in the question: "I don't want it". */
const THING = /^(it|them|ihn|la|lo|le|l)$/;
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
export function deniesAnother(clause: readonly Part[], { folded, question }: PreparedChoice): boolean {
  if (!isNegated(clause) || !hasObject(clause, question)) return false;
  const said = saidIn(clause);
  if (question.isOfGivingUp) return speaksOfItself(clause);
  if (question.isOfComing && COMES.test(said)) return false;
  const words = said.split(" ");
  if (EXISTS.test(said) && !EXISTS.test(folded)) return true;
  if (question.isOfComing && words.some((word) => OWN.test(word))) return true;
  return VERBS.some(([answered, asked]) => words.some((word) => answered.test(word)) && !asked.test(folded));
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
export function speaksOfItself(clause: readonly Part[]): boolean {
  const said = saidIn(clause);
  const isOfSelf = (word: string) =>
    SELF.test(word) || OWN.test(word) || VERBS.some(([answered]) => answered.test(word));
  return !GIVES_UP.test(said) && said.split(" ").some(isOfSelf);
}

/** Returns whether a Spanish "no" denies the verb behind it, which was not asked for: "No está", "No tengo cita", "No la quiero". */
export function deniesOwnVerb(clause: readonly Part[], choice: PreparedChoice): boolean {
  const { folded, language, no, question } = choice;
  if (language !== "es") return false;
  const behind = clause.slice(clause.findIndex((part) => part.kind === "option" && part.option === no) + 1);
  const verb = behind.length < clause.length ? behind.find(({ words }) => !PRONOUN.test(words)) : undefined;
  if (!verb) return false;
  const isOfThing = question.isOfGivingUp && THING.test(behind[0]?.words ?? "");
  return VERBS.some(([answered, asked]) => answered.test(verb.words) && (isOfThing || !asked.test(folded)));
}
