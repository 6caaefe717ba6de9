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
  const found = patterns()
    .flatMap(({ languages }) => languages)
    .find(({ name, speaking, naming }) => {
      const named = clauses.filter((clause) => clause.includes(name)); // The first use of a pattern takes a millisecond.
      const isSaid = (pattern: RegExp) => named.some((clause) => pattern.test(clause));
      return isSaid(speaking) || (!wasAsked && isSaid(naming));
    });
  return found?.language;
}

interface Patterns {
  readonly whetherPerson: RegExp;
  /** How each language is asked for in this one. */
  readonly languages: readonly LanguagePatterns[];
}

interface LanguagePatterns {
  readonly language: LanguageCode;
  /** As callers say it, in lower case: "spanisch", "espagnol". */
  readonly name: string;
  readonly speaking: RegExp;
  /** The mere name. */
  readonly naming: RegExp;
}

let made: readonly Patterns[] | undefined;

/** The patterns of all languages, made once. */
function patterns(): readonly Patterns[] {
  made ??= LOCALES.map((locale) => {
    const { whetherPerson, speaking, naming } = locale.requests;
    const names = new Intl.DisplayNames(locale.tag, { type: "language" });
    return {
      whetherPerson: wholeClause(locale, whetherPerson.map(({ source }) => source).join("|")),
      languages: LOCALES.map(({ code }) => {
        const name = (names.of(code) ?? code).toLowerCase();
        const { denial: _, ...plain } = locale.requests;
        const patternOf = (sources: readonly string[], requests: Locale["requests"] = locale.requests) =>
          wholeClause({ requests }, sources.join("|").replaceAll("{language}", name));
        return { language: code, name, speaking: patternOf(speaking), naming: patternOf(naming, plain) };
      }),
    };
  });
  return made;
}

/** Matches a clause that consists of this, with courtesy around it. */
export function wholeClause({ requests }: Pick<Locale, "requests">, source: string): RegExp {
  const { denial, after } = requests;
  const before = denial ? `(?:${requests.before}|${denial})` : requests.before;
  return new RegExp(`^(?:${before} )*(?:${source})(?: ${after})*$`, "u");
}

/**
 * Splits a text into clauses of words in lower case, without punctuation. Apostrophes and hyphens separate words. A
 * sentence that commas divide also counts as a whole: "in German, please".
 *
 * @param text of any length; only its beginning is read
 */
export function clausesIn(text: string): readonly string[] {
  const clauses: string[] = [];
  for (const sentence of text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .normalize("NFC")
    .split(/[.;:!?¿¡…\n]+/)) {
    const parts = sentence.split(/,+/).map(wordsOf).filter(Boolean);
    clauses.push(...parts, ...(parts.length > 1 ? [parts.join(" ")] : []));
  }
  return clauses;
}

/** Maximum length of what is read, in characters: a longer text is not a request. */
const MAX_LENGTH = 300;

function wordsOf(part: string): string {
  return part
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
}
