import type { Parsed } from "./setting.js";

export const PHRASE_CATEGORIES = [
  "greetings",
  "goodbyes",
  "acknowledgments",
  "thinking",
  "errors",
  "followups",
] as const;
export type PhraseCategory = (typeof PHRASE_CATEGORIES)[number];

/** What a category may hold: enough for variety, short enough to be spoken. */
const MAX_PHRASES = 100;
const MAX_PHRASE = 500;

const PHRASE_LIST = `a list of 1 to ${MAX_PHRASES} texts of 1 to ${MAX_PHRASE} characters, with a letter or digit`;
/** Of anything else no voice makes a sound, and callers would be greeted with the tone for faults. */
const AUDIBLE = /[\p{L}\p{N}]/u;

/** Phrases as they stand in JSON that is parsed already; trimmed. */
export function readPhrases(value: unknown): Parsed<readonly string[]> {
  const fits = (item: unknown): item is string =>
    typeof item === "string" && AUDIBLE.test(item) && item.trim().length <= MAX_PHRASE;
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_PHRASES || !value.every(fits)) {
    return { expected: PHRASE_LIST };
  }
  return { value: value.map((item) => item.trim()) };
}

/** Phrases as they stand in an environment variable: a JSON array of texts. */
export const phraseList = {
  values: `a JSON array: ${PHRASE_LIST}`,
  parse(text: string): Parsed<readonly string[]> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { expected: phraseList.values };
    }
    const phrases = readPhrases(value);
    return "value" in phrases ? phrases : { expected: phraseList.values };
  },
};
