import { DE } from "./answers/de.js";
import { EN } from "./answers/en.js";
import { ES } from "./answers/es.js";
import { FR } from "./answers/fr.js";
import { IT } from "./answers/it.js";
import { foldedPhrase } from "./folded-words.js";
import { PhraseIndex } from "./phrase-index.js";
import { FURTHER_NEGATIONS, type SpokenAnswers, type WordUse } from "./spoken-answers.js";

/**
 * Phrases by language. All languages are used together, because callers answer in their own, whatever the recogniser's setting. If
 * a word has different uses in two languages, the more cautious one counts.
 */
const SPOKEN_ANSWERS: Readonly<Record<string, SpokenAnswers>> = { en: EN, de: DE, fr: FR, es: ES, it: IT };

/** Uses from the most cautious to the least. The first one counts if a phrase has several uses, in one language or in two. */
const CAREFUL: readonly WordUse[] = [
  ...([
    "asks",
    "inverts",
    "requests",
    "hedges",
    "unsure",
    "negation",
    "contrast",
    "declines",
    "misses",
    "denial",
    "idiom",
  ] as const),
  ...([
    "attends",
    "promises",
    "identifies",
    "invites",
    "affirms",
    "agrees",
    "assent",
    "place",
    "key",
    "number",
    "waits",
    "hesitation",
    "listens",
    "greets",
    "courtesy",
  ] as const),
  ...(["carrier"] as const),
];
/** Uses of words in some places only, or not in every call. Elsewhere the words have their other use. */
const CONDITIONAL: readonly WordUse[] = ["asksLast", "degree"];

/** Folded words for "yes" and "no" in one language. */
interface YesAndNo {
  readonly assent: readonly string[];
  readonly denial: readonly string[];
}

export interface WordUses {
  readonly index: PhraseIndex<WordUse>;
  /** By primary language. */
  readonly yesAndNo: ReadonlyMap<string, YesAndNo>;
  /** Folded phrases that agree, or may only begin a sentence: "right", "bien". */
  readonly agrees: ReadonlySet<string>;
  /** Folded phrases that choose nothing, by primary language. */
  readonly carriers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folded phrases with a use other than "yes", "no" and those of other conditions, by primary language. */
  readonly own: ReadonlyMap<string, ReadonlySet<string>>;
}

let uses: WordUses | undefined;

/** Returns the phrases of all languages with their uses. They are prepared once. */
export function wordUses(): WordUses {
  uses ??= {
    index: indexOfUses(),
    yesAndNo: yesAndNoByLanguage(),
    agrees: new Set(Object.values(SPOKEN_ANSWERS).flatMap(({ agrees }) => phrasesOf(agrees))),
    carriers: new Map(Object.entries(SPOKEN_ANSWERS).map(([code, { carrier }]) => [code, new Set(phrasesOf(carrier))])),
    own: ownByLanguage(),
  };
  return uses;
}

function indexOfUses(): PhraseIndex<WordUse> {
  const byPhrase = new Map<string, WordUse>();
  for (const use of CAREFUL) {
    const lists = Object.values(SPOKEN_ANSWERS).map((language) => language[use] ?? "");
    if (use === "negation") lists.push(FURTHER_NEGATIONS);
    for (const phrase of lists.flatMap(phrasesOf)) if (!byPhrase.has(phrase)) byPhrase.set(phrase, use);
  }
  const index = new PhraseIndex<WordUse>();
  for (const [phrase, use] of byPhrase) index.add(phrase, use);
  for (const use of CONDITIONAL) {
    const phrases = Object.values(SPOKEN_ANSWERS).flatMap((language) => phrasesOf(language[use] ?? ""));
    for (const phrase of new Set(phrases)) index.add(phrase, use);
  }
  return index;
}

function ownByLanguage(): ReadonlyMap<string, ReadonlySet<string>> {
  const others = CAREFUL.filter((use) => use !== "assent" && use !== "denial");
  return new Map(
    Object.entries(SPOKEN_ANSWERS).map(([language, answers]) => [
      language,
      new Set(others.flatMap((use) => phrasesOf(answers[use] ?? ""))),
    ]),
  );
}

function yesAndNoByLanguage(): ReadonlyMap<string, YesAndNo> {
  return new Map(Object.entries(SPOKEN_ANSWERS).map(([language, answers]) => [language, yesAndNoOf(answers)]));
}

function yesAndNoOf({ assent, denial }: SpokenAnswers): YesAndNo {
  return { assent: phrasesOf(assent), denial: phrasesOf(denial) };
}

function phrasesOf(list: string): readonly string[] {
  return list
    .split("|")
    .map((phrase) => foldedPhrase(phrase))
    .filter(Boolean);
}

/** Returns whether folded words mean only "yes", in any language. */
export function isAssent(words: string): boolean {
  return [...wordUses().yesAndNo.values()].some(({ assent }) => assent.includes(words));
}

/** Returns whether folded words mean "no" in a language; in any, if none is given. */
export function isDenial(words: string, language?: string): boolean {
  return [...wordUses().yesAndNo].some(([code, { denial }]) => code === (language ?? code) && denial.includes(words));
}
