import { clausesIn } from "./clauses.js";
import type { LanguageCode, Locale } from "./locale.js";
import { LOCALES } from "./locales.js";

/** Returns whether a caller asks if they talk to a person. Callers ask in their own language, whatever the call's. */
export function asksWhetherPerson(said: string): boolean {
  const clauses = clausesIn(said);
  return patterns().some(({ whetherPerson }) => clauses.some((clause) => whetherPerson.test(clause)));
}

/**
 * Returns the language that a caller asks to speak; undefined if they ask for none.
 *
 * @param wasAsked whether we asked them something: then the mere name of a language is their answer
 */
export function languageAskedFor(said: string, wasAsked = false): LanguageCode | undefined {
  const clauses = clausesIn(said);
  for (const { speaking, requests } of patterns()) {
    const found = (wasAsked ? speaking : requests).find(({ pattern }) =>
      clauses.some((clause) => pattern.test(clause)),
    );
    if (found) return found.language;
  }
  return undefined;
}

interface Patterns {
  readonly whetherPerson: RegExp;
  readonly speaking: readonly LanguagePattern[];
  /** These, and the mere name of a language. */
  readonly requests: readonly LanguagePattern[];
}

interface LanguagePattern {
  readonly language: LanguageCode;
  readonly pattern: RegExp;
}

let made: readonly Patterns[] | undefined;

/** The patterns of all languages, made once. */
function patterns(): readonly Patterns[] {
  made ??= LOCALES.map((locale) => {
    const { whetherPerson, speaking, naming } = locale.requests;
    const forEach = (sources: readonly string[]) =>
      LOCALES.map(({ code }) => ({
        language: code,
        pattern: wholeClause(locale, sources.join("|").replaceAll("{language}", nameOf(code, locale))),
      }));
    return {
      whetherPerson: wholeClause(locale, whetherPerson.map(({ source }) => source).join("|")),
      speaking: forEach(speaking),
      requests: forEach([...speaking, ...naming]),
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
