import type { Occasion } from "../config/phrase-categories.js";
import { PLACEHOLDER } from "../config/phrase-list.js";
import { DEFAULT_PHRASES_BY_LANGUAGE, type PhrasesByLanguage } from "../config/phrases.js";

/** The phrases of tools, timers and callbacks. */
export interface Wording {
  /** The phrase for an occasion in a language, with its placeholders filled. */
  for(occasion: Occasion, language: string, values?: Readonly<Record<string, string>>): string;
  /** The values of the placeholders in a text made for this occasion, in any language; undefined when it was not. */
  valuesIn(text: string, occasion: Occasion): Readonly<Record<string, string>> | undefined;
}

export function createWording(phrases: PhrasesByLanguage): Wording {
  return {
    for(occasion, language, values = {}) {
      const all = phrases.in(language)[occasion];
      return withValues(all[Math.floor(Math.random() * all.length)] ?? "", values);
    },
    valuesIn(text, occasion) {
      for (const phrase of phrases.languages.flatMap((language) => phrases.in(language)[occasion])) {
        const found = patternOf(phrase).exec(text);
        if (found) return found.groups ?? {};
      }
      return undefined;
    },
  };
}

/** Returns a phrase with its placeholders filled. */
export function withValues(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(PLACEHOLDER, (_, name: string) => values[name] ?? "");
}

export const DEFAULT_WORDING = createWording(DEFAULT_PHRASES_BY_LANGUAGE);

/** Matches a phrase with any values in its placeholders. */
function patternOf(phrase: string): RegExp {
  const parts = phrase.split(PLACEHOLDER);
  // With a group in its pattern, split returns the names of the placeholders between the texts.
  const seen = new Set<string>();
  const pattern = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>.*)`;
  });
  return new RegExp(`^${pattern.join("")}$`, "u");
}
