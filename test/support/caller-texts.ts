import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What callers say in a language: utterances that are whole, and such as they pause in, before and after the pause. */
export interface CallerTexts {
  readonly whole: readonly string[];
  readonly broken: readonly (readonly [before: string, after: string])[];
}

const folder = join(import.meta.dirname, "../fixtures/callers");

/** By language code. Two people wrote them who did not know the rules; those of the one were looked at to mend these. */
export function callerTexts(which: "looked-at" | "held-out"): Readonly<Record<string, CallerTexts>> {
  const text = readFileSync(join(folder, `${which}.json`), "utf8");
  const { about: _, ...languages } = JSON.parse(text) as Record<string, CallerTexts>;
  return languages;
}
