import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "../kernel/errors.js";
import { nearest } from "../kernel/nearest.js";
import { isRecord } from "../kernel/record.js";
import { readJsonLines } from "./json-lines.js";
import { categoryOf, type Occasion, OCCASIONS } from "./phrase-categories.js";
import { readPhrases } from "./phrase-list.js";

/** Phrases of the assistant by occasion. No category is empty. */
export type Phrases = Readonly<Record<Occasion, readonly string[]>>;

export const DEFAULT_PHRASES = byOccasion((occasion) => categoryOf(occasion).default);

export interface LoadedPhrases {
  readonly phrases: Phrases;
  /** One sentence each, suitable for the log: what in the file was ignored, and why. */
  readonly warnings: readonly string[];
}

export interface PhraseNeeds {
  /** Categories given by settings, which win over the file. */
  readonly given: { readonly [O in Occasion]?: readonly string[] | undefined };
  /** Folder of the optional `phrases.json`, which wins over the defaults. */
  readonly dataDir: string;
  readonly readFile?: (path: string) => string;
}

/** Combines settings, file and defaults, category by category. A faulty file never prevents the service from starting. */
export function loadPhrases({
  given,
  dataDir,
  readFile = (path) => readFileSync(path, "utf8"),
}: PhraseNeeds): LoadedPhrases {
  const path = join(dataDir, "phrases.json");
  const { phrases, warnings } = readPhraseFile(path, readFile);
  return {
    phrases: byOccasion((occasion) => given[occasion] ?? phrases[occasion] ?? DEFAULT_PHRASES[occasion]),
    warnings,
  };
}

function byOccasion(phrasesOf: (occasion: Occasion) => readonly string[]): Phrases {
  const all = Object.fromEntries(OCCASIONS.map((occasion) => [occasion, Object.freeze([...phrasesOf(occasion)])]));
  return Object.freeze(all) as Phrases;
}

function readPhraseFile(path: string, readFile: (path: string) => string) {
  const phrases: { [O in Occasion]?: readonly string[] } = {};
  const warnings: string[] = [];
  let text: string;
  try {
    text = readFile(path).replace(/^\ufeff/, "");
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!absent) warnings.push(`${path} cannot be read, so the defaults apply: ${describe(error)}`);
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
    const category = OCCASIONS.find((each) => each === key);
    if (!category) {
      const near = nearest(key.toLowerCase(), OCCASIONS);
      warnings.push(`${place}: ${JSON.stringify(key)} is not a known category${near ? `; did you mean ${near}?` : ""}`);
      continue;
    }
    const list = readPhrases(value, categoryOf(category));
    if ("value" in list) phrases[category] = list.value;
    else warnings.push(`${place}: ${category} must be ${list.expected}; its default applies`);
  }
  return { phrases, warnings };
}
