import type { FoldedWord } from "./folded-words.js";
import type { WordUse } from "./spoken-answers.js";
import { wordUses } from "./word-uses.js";

const COURTESY: ReadonlySet<WordUse> = new Set([
  ...(["courtesy", "greets", "listens", "hesitation", "affirms", "agrees", "assent", "denial"] as const),
]);

/** Returns whether words say nothing but courtesy: thanks, greetings, "all right", a plain "yes" or "no". */
export function isCourtesy(words: readonly FoldedWord[]): boolean {
  const polite = wordUses()
    .index.in(words)
    .filter(({ means }) => COURTESY.has(means));
  return words.every((_, at) => polite.some(({ from, to }) => from <= at && at < to));
}
