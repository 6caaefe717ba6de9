import { signWords } from "./sign-words.js";
import { SPEECH_RULES } from "./speech-rules.js";

/**
 * Converts written text to what is spoken, on one line: see {@link SPEECH_RULES}. Empty when nothing remains. Works on any
 * piece of a text, so markers may lack their counterpart. Takes linear time: no pattern may scan to the end from many places.
 *
 * @param language whose words are used for signs, such as `de`
 */
export function speakable(written: string, language = "en"): string {
  const words = signWords(language);
  const said = SPEECH_RULES.reduce((text, { apply }) => apply(text, words), written)
    .replace(/\s+/g, " ")
    .replace(SPACED.test(written) ? / (?=[.,]["”]?(?: |$))/g : / (?=[.,!?;:]["”]?(?: |$))/g, "")
    .replace(/(?:, ?)+(?=[.,!?;:])/g, "")
    .replace(BEFORE_FULL_STOP, "")
    .replace(LEADING, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

/** As in French, where a blank stands before these signs. */
const SPACED = /\S [!?;:](?:\s|$)/;

/** A colon whose words are gone, and a full stop behind the sign that ended a sentence which a phrase quotes. */
const BEFORE_FULL_STOP = / ?: ?(?=\.(?: |$))|(?<=[!?]) ?\.(?= |$)/g;

/** Punctuation at the beginning, whose words are gone. */
const LEADING = /^(?:[,;:] ?|[.!?]+ | )+/;
