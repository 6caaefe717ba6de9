import { foldedPhrase } from "./folded-words.js";

/** What the words of a question say about answers to it, so that the same words are not taken for the same answer everywhere. */
export interface QuestionKind {
  /** Whether it is negated: "never" may then agree or disagree. */
  readonly isNegated: boolean;
  /** Whether it offers alternatives or is negated: repeating its words is then not a "yes". */
  readonly isAlternative: boolean;
  /** Whether it offers, or asks leave, to do something: "go ahead" then accepts. */
  readonly isOffer: boolean;
  /** Whether it asks for a day: "the second" is then a date, not a place among the options. */
  readonly isOfDays: boolean;
}

/** A negation. "Say no", "dites non" and "diga no" at the end of a clause name an answer. */
const NEGATION =
  /n['’]t\b|(?<!\p{L})(?:not|never|nicht|nie|kein\p{L}*|ne|n['’]\p{L}+|pas|(?:no|non)(?= \p{L}))(?!\p{L})/iu;
const ALTERNATIVE = /(?<!\p{L})(?:or|oder|ou|o|pas|non)(?!\p{L})/iu;

const OFFER =
  /(?<!\p{L})(?:(?:shall|should|may|can|could|must|do) (?:i|we)|(?:like|want) (?:me|us) to|(?:soll|sollen|sollten|darf|durfen|kann|konnen|konnten) (?:ich|wir)|(?:dois|puis|peut|pouvons|devons) (?:je|on|nous)|voulez vous (?:que|qu)|(?:quiere|desea) que|puedo|podemos|debo|debemos|(?:vuole|desidera) che|posso|possiamo|devo|dobbiamo)(?!\p{L})/u;
const OF_DAYS =
  /(?<!\p{L})(?:when|days?|dates?|wann|tage?|datum|quand|jours?|cuando|dias?|fechas?|quando|giorn[oi]|dat[ae])(?!\p{L})/u;
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:mar|giove|vener)di|mercoledi|sabato|domenica)s?$/;

/**
 * Returns what kind of question a prompt is.
 *
 * @param values names of its options
 */
export function questionKind(prompt: string, values: readonly string[]): QuestionKind {
  const isNegated = NEGATION.test(prompt);
  const folded = foldedPhrase(prompt);
  return {
    isNegated,
    isAlternative: isNegated || ALTERNATIVE.test(prompt),
    isOffer: OFFER.test(folded),
    isOfDays: OF_DAYS.test(folded) || values.some((value) => DAY.test(foldedPhrase(value))),
  };
}
