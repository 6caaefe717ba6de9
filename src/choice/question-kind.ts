import type { ChoiceOption } from "../records/call-script.js";
import { foldedPhrase } from "./folded-words.js";

/** What the words of a question say about answers to it, so that the same words are not taken for the same answer everywhere. */
export interface QuestionKind {
  /** Whether it is negated: "never" may then agree or disagree. */
  readonly isNegated: boolean;
  /** Whether it offers alternatives or is negated: repeating its words is then not a "yes". */
  readonly isAlternative: boolean;
  /** Whether it offers, or asks leave, to do something: "go ahead" then accepts. */
  readonly isOffer: boolean;
  /** Whether it asks if someone comes, or is able to: "I'll be there" then is a "yes". */
  readonly isOfComing: boolean;
  /** Whether it asks if something is to be given up or changed: "I'll be there" then speaks against it, but need not answer it. */
  readonly isOfGivingUp: boolean;
  /** Whether it asks for a day: "the second" is then a date, not a place among the options. */
  readonly isOfDays: boolean;
}

/** A negation. "Say no", "dites non" and "diga no" at the end of a clause name an answer. */
const NEGATION =
  /n['’]t\b|(?<!\p{L})(?:not|never|nicht|nie|kein\p{L}*|ne|n['’]\p{L}+|pas|(?:no|non)(?= \p{L}))(?!\p{L})/iu;
const ALTERNATIVE = /(?<!\p{L})(?:or|oder|ou|o|pas|non)(?!\p{L})/iu;

const OFFER =
  /(?<!\p{L})(?:(?:shall|should|may|can|could|must|do) (?:i|we)|(?:like|want) (?:me|us) to|(?:soll|sollen|sollten|darf|durfen|kann|konnen|konnten) (?:ich|wir)|(?:dois|puis|peut|pouvons|devons) (?:je|on|nous)|voulez vous (?:que|qu)|(?:quiere|desea) que|puedo|podemos|debo|debemos|(?:vuole|desidera) che|posso|possiamo|devo|dobbiamo)(?!\p{L})/u;
/** Folded words for coming and being able, in questions and answers. */
export const COMES =
  /(?<!\p{L})(?:come|coming|join|attend|attending|be there|be able|make it|take part|participate|visit|available|(?:can|could|will) you|kommen|kommst|komme|dabei|teilnehmen|erscheinen|da sein|schaffen|anwesend|ubernehmen|(?:konnen|konnten|werden) sie|(?:kannst|wirst) du|venir|viendrez|irez|viendras|venez|viens|serez vous|participer|assister|present|presente|disponible|(?:pouvez|pourrez|pourriez) vous|vendra|vendras|ira|iras|viene|vienes|asistir|asistira|acudir|acudira|estara|puede|podra|podria|podras|puedes|venire|verra|verrai|vieni|partecipare|partecipera|presentarsi|disponibile|ci sara|puo|potra|potrebbe|riesce)(?!\p{L})/u;
/** Folded words for giving something up, or for changing it, in questions and answers. */
export const GIVES_UP =
  /(?<!\p{L})(?:cancel\p{L}*|call(?:ed)? off|miss|missing|move|moved|reschedul\p{L}*|postpon\p{L}*|chang\p{L}*|put off|delet\p{L}*|declin\p{L}*|remov\p{L}*|skip|stop|unable|absag\p{L}*|abgesagt|stornier\p{L}*|verschieb\p{L}*|verschoben|verleg\p{L}*|ander[nt]|geandert|streichen|gestrichen|losch\p{L}*|geloscht|verpassen|kundig\p{L}*|ausfallen|verhindert|annul\p{L}*|deplac\p{L}*|report\p{L}*|decal\p{L}*|modifi\p{L}*|supprim\p{L}*|manqu\p{L}*|rater|resili\p{L}*|anul\p{L}*|cambi\p{L}*|mover|mueva|aplaz\p{L}*|pospon\p{L}*|retras\p{L}*|elimin\p{L}*|borr\p{L}*|perder|spost\p{L}*|rimand\p{L}*|rinvi\p{L}*|disd\p{L}*|cancell\p{L}*|perdere)(?!\p{L})/u;
const OF_DAYS =
  /(?<!\p{L})(?:when|days?|dates?|wann|tage?|datum|quand|jours?|cuando|dias?|fechas?|quando|giorn[oi]|dat[ae])(?!\p{L})/u;
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:mar|giove|vener)di|mercoledi|sabato|domenica)s?$/;

/**
 * Returns what kind of question a prompt is.
 *
 * @param no the option that means "no"
 */
export function questionKind(
  prompt: string,
  options: readonly ChoiceOption[],
  no: ChoiceOption | undefined,
): QuestionKind {
  const isNegated = NEGATION.test(prompt);
  const folded = foldedPhrase(prompt);
  const givesUp = (phrase: string) => GIVES_UP.test(foldedPhrase(phrase));
  // "Please confirm or cancel": there, one who cannot come says "no".
  const isNoGivingUp = no !== undefined && [no.value, ...no.synonyms].some(givesUp);
  const isOfGivingUp = GIVES_UP.test(folded) && !isNoGivingUp;
  return {
    isNegated,
    isAlternative: isNegated || ALTERNATIVE.test(prompt),
    isOffer: OFFER.test(folded),
    isOfComing: (COMES.test(folded) || isNoGivingUp) && !isOfGivingUp,
    isOfGivingUp,
    isOfDays: OF_DAYS.test(folded) || options.some(({ value }) => DAY.test(foldedPhrase(value))),
  };
}
