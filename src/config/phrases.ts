import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodingFault } from "../kernel/encoding-fault.js";
import { describe } from "../kernel/errors.js";
import { nearest } from "../kernel/nearest.js";
import { isRecord } from "../kernel/record.js";
import { LOCALES, localeOf, primaryLanguage } from "../locales/locales.js";
import { readJsonLines } from "./json-lines.js";
import { categoryOf, type Occasion, OCCASIONS } from "./phrase-categories.js";
import { readPhrases } from "./phrase-list.js";

/** Phrases of the assistant by occasion. No category is empty. */
export type Phrases = Readonly<Record<Occasion, readonly string[]>>;

/** Phrases by language. */
export interface PhrasesByLanguage {
  /** @param language a code such as `de` or `de-AT`; English for a language without phrases */
  in(language: string): Phrases;
  /** The primary languages that there are phrases in. */
  readonly languages: readonly string[];
}

/** Without a file or settings. */
export const DEFAULT_PHRASES_BY_LANGUAGE: PhrasesByLanguage = byLanguage(new Map());

export interface LoadedPhrases {
  readonly phrases: PhrasesByLanguage;
  /** One sentence each, suitable for the log: what in the file was ignored, and why. */
  readonly warnings: readonly string[];
}

export interface PhraseNeeds {
  /** Categories given by settings, which win over the file. */
  readonly given: { readonly [O in Occasion]?: readonly string[] | undefined };
  /** The language of these, and of categories in the file that are not within a language. */
  readonly language: string;
  /** Folder of the optional `phrases.json`, which wins over the defaults. */
  readonly dataDir: string;
  readonly readFile?: (path: string) => string;
}

type SomePhrases = { [O in Occasion]?: readonly string[] | undefined };

/**
 * Combines settings, file and defaults, language by language and category by category. A faulty file never prevents the
 * service from starting.
 */
export function loadPhrases({
  given,
  language,
  dataDir,
  readFile = (path) => readFileSync(path, "utf8"),
}: PhraseNeeds): LoadedPhrases {
  const path = join(dataDir, "phrases.json");
  const own = primaryLanguage(language);
  const { phrases, warnings } = readPhraseFile(path, own, readFile);
  const set = Object.fromEntries(Object.entries(given).filter(([, list]) => list !== undefined));
  phrases.set(own, { ...phrases.get(own), ...set });
  return { phrases: byLanguage(phrases), warnings };
}

function byLanguage(given: ReadonlyMap<string, SomePhrases>): PhrasesByLanguage {
  const languages = [...new Set([...LOCALES.map(({ code }) => code), ...given.keys()])];
  const all = new Map(
    languages.map((language) => {
      const defaults = localeOf(language).phrases;
      return [language, byOccasion((occasion) => given.get(language)?.[occasion] ?? defaults[occasion])];
    }),
  );
  const english = all.get("en") as Phrases;
  return { in: (language) => all.get(primaryLanguage(language)) ?? english, languages };
}

function byOccasion(phrasesOf: (occasion: Occasion) => readonly string[]): Phrases {
  const all = Object.fromEntries(OCCASIONS.map((occasion) => [occasion, Object.freeze([...phrasesOf(occasion)])]));
  return Object.freeze(all) as Phrases;
}

/** A language in the file: `de`. No category has a name of this form. */
const LANGUAGE = /^[a-z]{2,3}$/;

/** @param own the language of categories that are not within a language */
function readPhraseFile(path: string, own: string, readFile: (path: string) => string) {
  const phrases = new Map<string, SomePhrases>();
  const warnings: string[] = [];
  let text: string;
  try {
    text = readFile(path).replace(/^\ufeff/, "");
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!absent) warnings.push(`${path} cannot be read, so the defaults apply: ${describe(error)}`);
    return { phrases, warnings };
  }
  const garbled = encodingFault(text);
  if (garbled) {
    warnings.push(`${path} line ${garbled.line} ${garbled.message}; the defaults apply`);
    return { phrases, warnings };
  }
  const json = readJsonLines(text);
  if ("fault" in json) {
    warnings.push(`${path} line ${json.line} is not JSON, so the defaults apply: ${json.fault}`);
    return { phrases, warnings };
  }
  if (!isRecord(json.value)) {
    warnings.push(`${path} is not an object of categories, so the defaults apply`);
    return { phrases, warnings };
  }
  for (const [key, value] of Object.entries(json.value)) {
    const place = `${path} line ${json.lines.get(key) ?? 1}`;
    if (!LANGUAGE.test(key) || !isRecord(value)) read(own, key, value, place);
    else for (const [category, list] of Object.entries(value)) read(key, category, list, `${place}: ${key}`);
  }
  return { phrases, warnings };

  function read(language: string, key: string, value: unknown, place: string): void {
    const category = OCCASIONS.find((each) => each === key);
    if (!category) {
      const near = nearest(key.toLowerCase(), OCCASIONS);
      warnings.push(`${place}: ${JSON.stringify(key)} is not a known category${near ? `; did you mean ${near}?` : ""}`);
      return;
    }
    const list = readPhrases(value, categoryOf(category));
    if ("value" in list) phrases.set(language, { ...phrases.get(language), [category]: list.value });
    else warnings.push(`${place}: ${category} must be ${list.expected}; its default applies`);
  }
}
