import { compoundOf } from "./compound-numbers.js";
import { numberOf, placeOf } from "./number-words.js";
import { oneSpelling, withoutAccents } from "./spelling.js";

/** A word of a text in the normalised form in which words are compared. */
export interface FoldedWord {
  /** Lower case, without accents; numbers as digits, places in a list as `#` and a digit. */
  readonly word: string;
  /** Whether the word is "one" or an article spelled the same in its language, and so may not be a number. */
  readonly mayBePronoun: boolean;
  /** Whether its accent makes it "yes" in Spanish or Italian, not "if", or the Spanish "what", not "that". */
  readonly isStressed?: boolean;
  /** Number of the clause (the part between punctuation marks) that it belongs to, from 0. */
  readonly clause: number;
}

/** A folded word as it is spelt: a number still in words. */
type Spelt = FoldedWord & { readonly spelt: string };

export interface FoldedText {
  readonly words: readonly FoldedWord[];
  /** Sentences that end with a question mark, each as a list of clause numbers. */
  readonly asked: readonly (readonly number[])[];
}

/** Maximum length of an answer, in characters. The rest is not read. */
const MAX_LENGTH = 1_000;
/**
 * Contractions, with or without the apostrophe, which recognisers may omit. It is required if the word has another meaning
 * without it.
 */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:can'?t|cannot)\b/g, "can not"],
  [/\bwon'?t\b/g, "will not"],
  [/\bshan'?t\b/g, "shall not"],
  [/\bain'?t\b/g, "is not"],
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should|must|need)n'?t\b/g, "$1 not"],
  [/\bi'?m\b/g, "i am"],
  [/\b(i|you|we|they)'?ve\b/g, "$1 have"],
  [/\b(that|what|there)'?s\b/g, "$1 is"],
  [/\b(it|he|she|who|how|where|here)'s\b/g, "$1 is"],
  [/\b([a-z]+)'s (?=(?:fine|good|great|best|better|perfect|ok|okay|all right|lovely)\b)/g, "$1 is "],
  [/\blet'?s\b/g, "let us"],
  [/\b(you|they)'?re\b/g, "$1 are"],
  [/\bwe're\b/g, "we are"],
  [/\b(\w+)'ll\b/g, "$1 will"],
  [/\b(i|you|he|she|we|they|it|that)'d\b/g, "$1 would"],
  [/(?<!\p{L})(d|l|j|n|qu|c|s|t|m|jusqu|lorsqu|dell|all|quell|un|com|senz|cos)'(?=\p{L})/gu, "$1 "],
];
/** Matches any contraction, to skip the single patterns: most phrases have none. */
const CONTRACTED = new RegExp(CONTRACTIONS.map(([{ source }]) => source).join("|"), "u");
const PRONOUNS = /^(one|un|une|una|uno|ein|eine|einen)$/;
const STRESSED = /^(?:s[íì]|qué)$/;
/**
 * German pasts that differ from wishes only by the umlauts that folding removes: "hatte" is not "hätte". They are folded to words of their
 * own, "hattepast", which the German asides (`src/locales/de/asides.ts`) have among words of the past.
 */
const PASTS = /(?<!\p{L})(?:hatte|wurde|mochte)n?(?!\p{L})/gu;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;

/**
 * Folds a text, so that case, accents, apostrophes, British or American spelling, and numbers in words make no difference.
 *
 * @param language primary language of the call, for number words that mean something else in other languages
 */
export function foldText(text: string, language?: string): FoldedText {
  const words: Spelt[] = [];
  const asked: number[][] = [];
  let [clause, sentence] = [0, 0];
  for (const piece of plainText(text).match(/[\p{L}\p{M}\p{N}]+|[?؟？!！.,،;:。、…¿¡–—]/gu) ?? []) {
    if (/^[\p{L}\p{M}\p{N}]/u.test(piece)) {
      for (const word of wordsOf(piece)) words.push({ ...foldWord(word, language), clause });
      joinNumber(words);
      continue;
    }
    if (/[?؟？]/.test(piece)) asked.push(Array.from({ length: clause - sentence + 1 }, (_, at) => sentence + at));
    if (words.at(-1)?.clause === clause) clause++;
    if (!/[,،、:–—]/.test(piece)) sentence = clause;
  }
  return { words, asked };
}

/** Returns the folded words of a phrase as one text. Two phrases are the same if these texts are equal. */
export function foldedPhrase(text: string, language?: string): string {
  return textOf(foldText(text, language).words);
}

/** Returns folded words as a text. */
export function textOf(words: readonly FoldedWord[]): string {
  return words.map(({ word }) => word).join(" ");
}

function plainText(text: string): string {
  const latin = text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .normalize("NFC")
    .replace(/`/g, "'")
    .replace(PASTS, "$&past")
    .replace(/(?<!\p{L})wär(?!\p{L})/gu, "wäre");
  let plain = (BEYOND_ASCII.test(latin) ? withoutAccents(latin) : latin)
    .replace(/(\d)[:.,](?=\d)/g, "$1 ")
    // Stammering: "y-yes".
    .replace(/(?<!\p{L})(?:(\p{L})(?:-|\.\.\.|…) ?(?=\1\p{L})|(\p{L}{2,3})-(?=\2\p{L}))/gu, "")
    .replace(/(\p{L})\1{2,}/gu, "$1$1");
  if (CONTRACTED.test(plain))
    for (const [contraction, whole] of CONTRACTIONS) plain = plain.replace(contraction, whole);
  return plain.replace(/'/g, "");
}

/** Splits text into words. Scripts without blanks between words need a dictionary. */
function wordsOf(piece: string): readonly string[] {
  if (!UNSPACED.test(piece)) return [piece];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return [...segmenter.segment(piece)].map(({ segment }) => segment);
}

function foldWord(written: string, language: string | undefined): Omit<Spelt, "clause"> {
  if (STRESSED.test(written)) {
    const spelt = written === "qué" ? "que" : "si";
    return { word: spelt, spelt, mayBePronoun: false, isStressed: true };
  }
  const spelt = withoutPronoun(oneSpelling(written), language);
  const place = placeOf(spelt);
  const word = place === undefined ? String(numberOf(spelt, language) ?? spelt) : `#${place}`;
  return { word, spelt, mayBePronoun: PRONOUNS.test(spelt) };
}

/** Returns a Spanish or Italian infinitive without the pronoun written at its end: "cambiarla" is "cambiar", "spostarlo" "spostare". */
function withoutPronoun(word: string, language: string | undefined): string {
  if (language !== "es" && language !== "it") return word;
  return word.replace(/^(\p{L}{3,}[aei]r)(?:l[aeio]s?|[mtsv]i)$/u, language === "es" ? "$1" : "$1e");
}

/** Joins the last words if they are one number, or one place: "twenty two", "vingt et un", "twenty first". */
function joinNumber(words: Spelt[]): void {
  for (const count of [3, 2]) {
    const last = words.slice(-count);
    const [first] = last;
    if (last.length < count || !first || last.some(({ clause }) => clause !== first.clause)) continue;
    const spelt = last.map((word) => word.spelt).join(" ");
    const whole = compoundOf(spelt) ?? (count === 2 ? placeBeyondTens(last) : undefined);
    if (whole === undefined) continue;
    words.splice(-count, count, { word: String(whole), spelt, mayBePronoun: false, clause: first.clause });
    return;
  }
}

function placeBeyondTens([tens, place]: readonly Spelt[]): string | undefined {
  return tens && place && /^[2-9]0$/.test(tens.word) && /^#[1-9]$/.test(place.word)
    ? `#${Number(tens.word) + Number(place.word.slice(1))}`
    : undefined;
}
