import { withoutAnnotations, withoutAnnotationsSoFar } from "./annotations.js";
import { withoutCredits } from "./credits.js";
import { withoutLoops } from "./repetitions.js";

/** Maximum length of an utterance, in characters. */
const MAX_TEXT_LENGTH = 10_000;

/** Maximum text of a sound: characters per second, and characters of the shortest one. */
const FASTEST = 40;
const SHORTEST = 30;

/** Whether a text is too long to have been said in this many ms. */
export function isTooLongFor(ms: number, text: string): boolean {
  return text.length > SHORTEST + (FASTEST * ms) / 1000;
}

/**
 * Returns the words in a recogniser's text: empty when there are none, or only punctuation. Undefined when it is not
 * text, or too long.
 */
export function wordsIn(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH) return undefined;
  return trimmed(withoutCredits(withoutLoops(withoutAnnotations(text))));
}

/** The same for an incomplete text: what may become an annotation does not count yet. */
export function wordsSoFarIn(text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  return trimmed(withoutCredits(withoutLoops(withoutAnnotationsSoFar(text))));
}

function trimmed(text: string): string {
  const said = text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Cs}]/gu, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}
