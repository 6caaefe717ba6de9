import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "../kernel/errors.js";
import { nearest } from "../kernel/nearest.js";
import { isRecord } from "../kernel/record.js";
import { readJsonLines } from "./json-lines.js";
import { PHRASE_CATEGORIES, type PhraseCategory, readPhrases } from "./phrase-list.js";

/** What the assistant says by itself, by occasion. No category is ever empty. */
export type Phrases = Readonly<Record<PhraseCategory, readonly string[]>>;

export const DEFAULT_PHRASES: Phrases = {
  greetings: [
    "Hello! How can I help you?",
    "Hi there. What can I do for you?",
    "Good to hear from you. How can I help?",
  ],
  goodbyes: ["Goodbye!", "Thank you for calling. Goodbye!", "Take care. Goodbye!"],
  acknowledgments: ["Okay.", "All right.", "Got it."],
  thinking: ["One moment, please.", "Let me see.", "Just a second."],
  errors: [
    "I am sorry, something went wrong on my side. Please try again.",
    "Sorry, I cannot do that right now. Please try again in a moment.",
  ],
  followups: ["Are you still there?", "Is there anything else I can do for you?"],
};

export interface LoadedPhrases {
  readonly phrases: Phrases;
  /** One sentence each, fit for the log: what in the file was left aside, and why. */
  readonly warnings: readonly string[];
}

export interface PhraseNeeds {
  /** The categories that settings give; these win. */
  readonly given: { readonly [C in PhraseCategory]?: readonly string[] | undefined };
  /** The folder in which `phrases.json` may lie; it wins over the defaults. */
  readonly dataDir: string;
  readonly readFile?: (path: string) => string;
}

/** Joins settings, file and defaults, category by category. A faulty file never keeps the service from starting. */
export function loadPhrases({
  given,
  dataDir,
  readFile = (path) => readFileSync(path, "utf8"),
}: PhraseNeeds): LoadedPhrases {
  const path = join(dataDir, "phrases.json");
  const { phrases, warnings } = readPhraseFile(path, readFile);
  const choose = (category: PhraseCategory) => given[category] ?? phrases[category] ?? DEFAULT_PHRASES[category];
  const chosen = Object.fromEntries(
    PHRASE_CATEGORIES.map((category) => [category, Object.freeze([...choose(category)])]),
  );
  return { phrases: Object.freeze(chosen) as Phrases, warnings };
}

function readPhraseFile(path: string, readFile: (path: string) => string) {
  const phrases: { [C in PhraseCategory]?: readonly string[] } = {};
  const warnings: string[] = [];
  let text: string;
  try {
    text = readFile(path).replace(/^\ufeff/, "");
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!absent) warnings.push(`${path} cannot be read, the defaults stay: ${describe(error)}`);
    return { phrases, warnings };
  }
  const json = readJsonLines(text);
  if ("fault" in json) {
    warnings.push(`${path} line ${json.line} is not JSON, the defaults stay: ${json.fault}`);
    return { phrases, warnings };
  }
  if (!isRecord(json.value)) {
    warnings.push(`${path} holds no object of categories, the defaults stay`);
    return { phrases, warnings };
  }
  for (const [key, value] of Object.entries(json.value)) {
    const place = `${path} line ${json.lines.get(key) ?? 1}`;
    const category = PHRASE_CATEGORIES.find((each) => each === key);
    if (!category) {
      const near = nearest(key.toLowerCase(), PHRASE_CATEGORIES);
      warnings.push(`${place}: ${JSON.stringify(key)} is no category${near ? `; did you mean ${near}?` : ""}`);
      continue;
    }
    const list = readPhrases(value);
    if ("value" in list) phrases[category] = list.value;
    else warnings.push(`${place}: ${category} must be ${list.expected}; its default stays`);
  }
  return { phrases, warnings };
}
