import type { PhraseCategory } from "./phrase-categories.js";
import type { Parsed, Reader } from "./setting.js";

/** What a category may hold: enough for variety, short enough to be spoken. */
const MAX_PHRASES = 100;
const MAX_PHRASE = 500;

const PHRASE_LIST = `a list of 1 to ${MAX_PHRASES} texts of 1 to ${MAX_PHRASE} characters, with a letter or digit`;
/** Of anything else no voice makes a sound, and callers would be greeted with the tone for faults. */
const AUDIBLE = /[\p{L}\p{N}]/u;

/** What a phrase is completed with: `{duration}`. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** The phrases of a category as they stand in JSON that is parsed already; trimmed. */
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

/** The phrases of a category as they stand in an environment variable: a JSON array of texts. */
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

/** Undefined when it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
