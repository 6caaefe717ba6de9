import { clausesIn } from "./clauses.js";
import type { LanguageCode, Locale } from "./locale.js";
import { LOCALES } from "./locales.js";

/** Returns whether a caller asks if they talk to a person. Callers ask in their own language, whatever the call's. */
export function asksWhetherPerson(said: string): boolean {
  const clauses = clausesIn(said);
  return patterns().some(({ whetherPerson }) => clauses.some((clause) => whetherPerson.test(clause)));
}

/** Returns the language that a caller asks to speak; undefined if they ask for none. */
export function languageAskedFor(said: string): LanguageCode | undefined {
  const clauses = clausesIn(said);
  for (const { speaking } of patterns()) {
    const found = speaking.find(({ pattern }) => clauses.some((clause) => pattern.test(clause)));
    if (found) return found.language;
  }
  return undefined;
}

interface Patterns {
  readonly whetherPerson: RegExp;
  readonly speaking: readonly { readonly language: LanguageCode; readonly pattern: RegExp }[];
}

let made: readonly Patterns[] | undefined;

/** The patterns of all languages, made once. */
function patterns(): readonly Patterns[] {
  made ??= LOCALES.map((locale) => {
    const { whetherPerson, speaking } = locale.requests;
    const asking = speaking.join("|");
    return {
      whetherPerson: wholeClause(locale, whetherPerson.map(({ source }) => source).join("|")),
      speaking: LOCALES.map(({ code }) => ({
        language: code,
        pattern: wholeClause(locale, asking.replaceAll("{language}", nameOf(code, locale))),
      })),
    };
  });
  return made;
}

/** Matches a clause that consists of this, with courtesy around it. */
export function wholeClause({ requests: { before, after } }: Locale, source: string): RegExp {
  return new RegExp(`^(?:${before} )*(?:${source})(?: ${after})*$`, "u");
}

/** The name of a language in another, as callers say it: "Spanisch", "espagnol". */
export function nameOf(language: LanguageCode, { tag }: Pick<Locale, "tag">): string {
  return (new Intl.DisplayNames(tag, { type: "language" }).of(language) ?? language).toLowerCase();
}
