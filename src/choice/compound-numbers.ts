import type { NumberWords } from "../locales/locale.js";
import { LOCALES } from "../locales/locales.js";
import { oneSpelling, withoutAccents } from "./spelling.js";

/** Words that may stand between tens and unit. */
const CONNECTIVES = { en: "", de: "und", es: "y", fr: "et", it: "e" } as const;

let compounds: ReadonlyMap<string, number> | undefined;

/**
 * Returns the number from 21 to 99 that words stand for together, in any language: "vingt et un", "quatre vingt dix", "ventuno";
 * undefined if none.
 *
 * @param words folded but for their numbers, separated by single blanks
 */
export function compoundOf(words: string): number | undefined {
  compounds ??= new Map(
    LOCALES.flatMap(({ code, numbers }) =>
      Array.from({ length: 79 }, (_, at) => formsOf(at + 21, numbers, code)).flat(),
    ),
  );
  return compounds.get(words);
}

/** A number as it is counted, before nouns, and word by word, as recognisers write it: "venti uno", "zwei und zwanzig". */
function formsOf(
  value: number,
  { inWords }: NumberWords,
  code: keyof typeof CONNECTIVES,
): [form: string, value: number][] {
  const unit = value % 10;
  const connective = CONNECTIVES[code];
  const own = folded(inWords(value));
  const forms = new Set([own, own.replace(/s$/, "")]);
  if (unit === 1) forms.add(own.replace(/o$/, "")).add(own.replace(/o$/, "a")).add(own.replace(/un$/, "une"));
  const [tens, one] = [folded(inWords(value - unit)), folded(inWords(unit))];
  for (const last of unit === 1 ? [one, "un", "una", "une", "ein"] : unit > 1 ? [one] : []) {
    forms.add(`${tens} ${last}`).add(`${tens} ${connective} ${last}`);
    if (code === "de") forms.add(`${last} ${connective} ${tens}`); // Elsewhere this is a time: "las dos y treinta".
  }
  return [...forms].map((form) => [form, value]);
}

function folded(words: string): string {
  return withoutAccents(words).split(/[ -]/).map(oneSpelling).join(" ");
}
