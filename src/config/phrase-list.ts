import type { PhraseCategory } from "./phrase-categories.js";
import type { Parsed, Reader } from "./setting.js";

/** Maximum number of phrases in a category, and maximum length of a phrase in characters. */
const MAX_PHRASES = 100;
const MAX_PHRASE = 500;

const PHRASE_LIST = `a list of 1 to ${MAX_PHRASES} texts of 1 to ${MAX_PHRASE} characters, with a letter or digit`;
/** A phrase without a letter or digit produces no speech, so callers would hear the error tone. */
const AUDIBLE = /[\p{L}\p{N}]/u;

/** A placeholder in a phrase: `{duration}`. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Reads the phrases of a category from parsed JSON, and trims them. */
export function readPhrases(value: unknown, { values = [] }: PhraseCategory): Parsed<readonly string[]> {
  const known = values.map((name) => `{${name}}`);
  const fits = (item: unknown): item is string =>
    typeof item === "string" &&
    AUDIBLE.test(item) &&
    item.trim().length <= MAX_PHRASE &&
    (item.match(PLACEHOLDER) ?? []).every((placeholder) => known.includes(placeholder));
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_PHRASES || !value.every(fits)) {
    return { expected: known.length > 0 ? `${PHRASE_LIST}; in braces ${known.join()} only` : PHRASE_LIST };
  }
  return { value: value.map((item) => item.trim()) };
}

/** Returns a reader for the phrases of a category in an environment variable: a JSON array of texts. */
export function phraseList(category: PhraseCategory): Reader<readonly string[]> {
  const json = "a JSON array: ";
  return {
    values: `${json}${PHRASE_LIST}`,
    parse(text) {
      const phrases = readPhrases(jsonIn(text), category);
      return "value" in phrases ? phrases : { expected: `${json}${phrases.expected}` };
    },
  };
}

/** Parses JSON; returns undefined if it is invalid. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
