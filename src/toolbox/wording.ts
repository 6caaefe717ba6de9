import type { Occasion } from "../config/phrase-categories.js";
import { PLACEHOLDER } from "../config/phrase-list.js";
import { DEFAULT_PHRASES, type Phrases } from "../config/phrases.js";

/** The phrases of tools, timers and callbacks. */
export interface Wording {
  /** The phrase for an occasion, with its placeholders filled. */
  for(occasion: Occasion, values?: Readonly<Record<string, string>>): string;
  /** The values of the placeholders in a text made for this occasion; undefined when it was not. */
  valuesIn(text: string, occasion: Occasion): Readonly<Record<string, string>> | undefined;
}

export function createWording(phrases: Phrases): Wording {
  return {
    for(occasion, values = {}) {
      const all = phrases[occasion];
      return withValues(all[Math.floor(Math.random() * all.length)] ?? "", values);
    },
    valuesIn(text, occasion) {
      for (const phrase of phrases[occasion]) {
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

export const DEFAULT_WORDING = createWording(DEFAULT_PHRASES);

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
