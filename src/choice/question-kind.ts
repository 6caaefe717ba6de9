import type { ChoiceOption } from "../records/call-script.js";
import { foldedPhrase } from "./folded-words.js";

/** What the words of a question say about answers to it, so that the same words are not taken for the same answer everywhere. */
export interface QuestionKind {
  /** Whether it is negated: "never" may then agree or disagree. */
  readonly isNegated: boolean;
  /** Whether it offers alternatives or is negated: repeating its words is then not a "yes". */
  readonly isAlternative: boolean;
  /** Whether it offers, or asks leave, to do something, or asks for a moment: "go ahead" then accepts. */
  readonly isOffer: boolean;
  /** Whether it asks if someone comes, or is able to: "I'll be there" then is a "yes". */
  readonly isOfComing: boolean;
  /** Whether it asks if something is to be given up or changed: "I'll be there" suggests "no" but does not say so. */
  readonly isOfGivingUp: boolean;
  /** Whether it asks for a day: "the second" is then a date, not a place among the options. */
  readonly isOfDays: boolean;
}

/** A negation. "Say no", "dites non" and "diga no" name an answer, as does "no" at the end of a clause. */
const NEGATION =
  /n['’]t\b|(?<!\p{L})(?:not|never|nicht|nie|kein\p{L}*|pas|(?<!(?<!\p{L})(?:or|ou|o|say|dites|diga|dica) )(?:no|non)(?= \p{L}))(?!\p{L})/iu;
/** The same, only in French: in Italian, "ne" is a pronoun. */
const FRENCH_NEGATION = /(?<!\p{L})(?:ne|n['’]\p{L}+)(?!\p{L})/iu;
const ALTERNATIVE = /(?<!\p{L})(?:or|oder|ou|o|non)(?!\p{L}|['’])/iu;
/** Names the answers, not alternatives: "Please say yes or no". */
const YES_OR_NO = /(?<!\p{L})(?:yes or no|ja oder nein|oui ou non|s[íì] o no)(?!\p{L})/giu;

const OFFER =
  /(?<!\p{L})(?:(?:shall|should|may|can|could|must|do) (?:i|we)|(?:like|want) (?:(?:me|us) )?to|is (?:now|this) a good time|do you have (?:a |1 )?(?:minute|moment|second|time)|(?:soll|sollen|sollten|darf|durfen|kann|konnen|konnten) (?:ich|wir)|(?:mochten|wollen) sie|haben sie (?:kurz |gerade )?(?:ein |eine |einen |1 )?(?:minute|moment|augenblick|zeit)|(?:dois|puis|peut|pouvons|devons) (?:je|on|nous)|(?:voulez|souhaitez) vous|avez vous (?:un |une |1 )?(?:minute|moment|instant)|quiere|desea|tiene (?:un |1 )?(?:momento|minuto)|puedo|podemos|debo|debemos|vuole|desidera|ha (?:un |1 )?(?:minuto|momento|attimo)|posso|possiamo|devo|dobbiamo)(?!\p{L})/u;
/** Folded words for coming and being able, in questions and answers. */
export const COMES =
  /(?<!\p{L})(?:come|coming|join|attend|attending|be there|be able|make it|take part|participate|visit|available|(?:can|could|will) you|kommen|kommst|komme|dabei|teilnehmen|erscheinen|da sein|schaffen|anwesend|ubernehmen|(?:konnen|konnten|werden) sie|(?:kannst|wirst) du|venir|viendrez|irez|viendras|venez|viens|serez vous|participer|assister|present|presente|disponible|(?:pouvez|pourrez|pourriez) vous|vendra|vendras|ira|iras|viene|vienes|asistir|asistira|acudir|acudira|estara|puede|podra|podria|podras|puedes|venire|verra|verrai|vieni|partecipare|partecipera|presentarsi|disponibile|ci sara|puo|potra|potrebbe|riesce)(?!\p{L})/u;
/** Folded words for giving something up, or for changing it, in questions and answers, by language. */
const GIVING_UP = {
  en: "cancel\\p{L}*|call(?:ed)? off|miss(?:ing)? (?:your|the|my|it)|move|moved|reschedul\\p{L}*|postpon\\p{L}*|chang\\p{L}*|put off|delet\\p{L}*|declin\\p{L}*|remov\\p{L}*|skip|stop (?:your|the|my|it)|unable",
  de: "absag\\p{L}*|abgesagt|stornier\\p{L}*|verschieb\\p{L}*|verschoben|verleg\\p{L}*|ander[nt]|geandert|streichen|gestrichen|losch\\p{L}*|geloscht|verpassen|kundig\\p{L}*|ausfallen|verhindert|annullier\\p{L}*|canceln|gecancelt",
  fr: "annul\\p{L}*|deplac\\p{L}*|report(?!ag)\\p{L}*|decal\\p{L}*|modifi\\p{L}*|supprim\\p{L}*|manqu\\p{L}*|rater|resili\\p{L}*|chang\\p{L}*",
  es: "cancel\\p{L}*|anul\\p{L}*|cambi\\p{L}*|mover|mueva|aplaz\\p{L}*|pospon\\p{L}*|retras\\p{L}*|elimin\\p{L}*|borr\\p{L}*|perder",
  it: "annull\\p{L}*|spost\\p{L}*|rimand\\p{L}*|rinvi\\p{L}*|disd\\p{L}*|cancell\\p{L}*|cambi\\p{L}*|elimin\\p{L}*|perdere",
} as const;
const GIVES_UP: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(GIVING_UP).map(([language, words]) => [language, wordsOf(words)]),
);
const GIVES_UP_ANYWHERE = wordsOf(Object.values(GIVING_UP).join("|"));

function wordsOf(words: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, "u");
}

/** Returns whether folded words are about giving something up, or changing it. */
export function givesUp(folded: string, language: string | undefined): boolean {
  return (GIVES_UP.get(language ?? "") ?? GIVES_UP_ANYWHERE).test(folded);
}

const OF_DAYS =
  /(?<!\p{L})(?:when|days?|dates?|wann|tage?|datum|quand|jours?|cuando|dias?|fechas?|quando|giorn[oi]|dat[ae])(?!\p{L})/u;
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:mar|giove|vener)di|mercoledi|sabato|domenica)s?$/;

/**
 * Returns what kind of question a prompt is.
 *
 * @param no the option that means "no"
 * @param language primary language of the call; undefined if it is not known
 */
export function questionKind(
  prompt: string,
  options: readonly ChoiceOption[],
  { no, language }: { readonly no: ChoiceOption | undefined; readonly language: string | undefined },
): QuestionKind {
  const asked = prompt.replace(YES_OR_NO, "");
  const isFrench = language === undefined || language === "fr";
  const isNegated = NEGATION.test(asked) || (isFrench && FRENCH_NEGATION.test(asked));
  const folded = foldedPhrase(prompt);
  // "Please confirm or cancel": there, one who cannot come says "no".
  const isNoGivingUp =
    no !== undefined && [no.value, ...no.synonyms].some((phrase) => givesUp(foldedPhrase(phrase), language));
  const isOfGivingUp = givesUp(folded, language) && !isNoGivingUp;
  return {
    isNegated,
    isAlternative: isNegated || ALTERNATIVE.test(asked),
    isOffer: OFFER.test(folded),
    isOfComing: (COMES.test(folded) || isNoGivingUp) && !isOfGivingUp,
    isOfGivingUp,
    isOfDays: OF_DAYS.test(folded) || options.some(({ value }) => DAY.test(foldedPhrase(value))),
  };
}
