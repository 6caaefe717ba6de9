import type { Phrases, PhrasesByLanguage } from "../../../src/config/phrases.js";

/** The same phrases in every language. */
export function inAnyLanguage(phrases: Phrases): PhrasesByLanguage {
  return { in: () => phrases, languages: ["en"] };
}
