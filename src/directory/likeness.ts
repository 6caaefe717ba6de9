import { doubleMetaphone } from "double-metaphone";
import { editDistance } from "../kernel/nearest.js";

/** A word in the forms in which it is compared. */
export interface HeardWord {
  readonly spelling: string;
  /** The spelling with one way of writing each sound: `meyer` and `mayr` become `maier` and `mair`. */
  readonly sound: string;
  /**
   * Codes of the consonants, by Double Metaphone: the usual pronunciation, and another one if there is one. Without an H or a
   * vowel at the beginning; empty for a word in another script than Latin.
   */
  readonly codes: readonly string[];
  /** Code of what the word begins with, or its first letter in another script. */
  readonly start: string;
  /** The letters of `sound`, a bit each. */
  readonly letters: number;
  /** Whether it has a digit: Room 12 and Room 13 do not sound alike, however similar they look. */
  readonly isNumbered: boolean;
}

/** Spellings of one sound in the languages of names, most specific first. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/mps/g, "ms"],
  [/pf/g, "f"],
  [/chs/g, "ks"],
  [/bv/g, "v"],
  [/eau(?:x|d|t|lt)?$|eau|au(?:x|d|t|lt)?$|ot$/g, "o"],
  [/eigh$/g, "i"],
  [/tsch|tch|(?<!s)ch|cz/g, "c"],
  [/sch|sh|sz/g, "s"],
  [/d$|tt|th|dt/g, "t"],
  [/ph/g, "f"],
  [/ck|qu|q|kh/g, "k"],
  [/c(?=[aoulrk]|$)/g, "k"],
  [/tz|zz|z/g, "s"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/ei|ey|ai|ay/g, "ai"],
  [/eu|aeu|oi|oy/g, "oi"],
  [/ae/g, "e"],
  [/oe/g, "o"],
  [/ue/g, "u"],
  [/ie|ee|ea|y/g, "i"],
  [/oo|ou/g, "u"],
  [/(?<=[aeiou])h(?![aeiou])/g, ""],
  [/(.)\1/g, "$1"],
];

export function heardWord(spelling: string): HeardWord {
  const sound = SPELLINGS.reduce((word, [written, one]) => word.replace(written, one), spelling);
  let letters = 0;
  for (const letter of sound) letters |= 1 << ((letter.codePointAt(0) ?? 0) & 31);
  const codes = [...new Set(doubleMetaphone(spelling))].filter((code) => code !== "");
  return {
    spelling,
    sound,
    codes: codes.map((code) => code.replace(/^[AH]/, "")),
    start: codes[0]?.[0] ?? sound[0] ?? "",
    letters,
    isNumbered: /\p{N}/u.test(spelling),
  };
}

/**
 * Maximum share of a word's letters that may differ: more where the words begin with the same consonant. Beyond it, two words
 * have nothing in common.
 */
const MAX_DIFFERENCE = { sameStart: 0.5, otherStart: 0.34 };
/** Likeness of two spellings of one sound. */
const SAME_SOUND = 0.99;
/** Likeness of a word to one whose end was not heard: enough to be asked about, never to be taken for it. */
const BROKEN_OFF = 0.7;
/** Likeness from which a word is taken for the one that was said. */
export const SURE = 0.84;
/** Likeness from which a word is taken for it in the name of a person whose first name is beyond doubt. */
export const CLOSE = 0.8;
/** Maximum likenesses of two words that may be one name, and of two that are close but two names. */
const MAY_BE_ONE = 0.82;
const OTHER_NAME = 0.79;
/** Length up to which other vowels make another name, in letters of the sound. */
const SHORT = 4;
/** Share of equal letters below which two words with the same consonants may be, and below which they are, two names. */
const MAY_BE_OTHER = { sameLength: 0.8, otherLength: 0.84 };
const IS_OTHER = 0.76;
/** Minimum length of the beginning of a word, in letters. */
const MIN_HEARD = 5;

/** Returns how much two words sound alike: 1 for the same, 0 for nothing in common. */
export function likeness(a: HeardWord, b: HeardWord): number {
  if (a.spelling === b.spelling) return 1;
  if (a.isNumbered || b.isNumbered) return 0;
  if (a.sound === b.sound) return SAME_SOUND;
  const longest = Math.max(a.sound.length, b.sound.length);
  const most = maxDifference(longest, a.start === b.start);
  // Each edit changes at most two letters of the set.
  const mayBeAlike = Math.abs(a.sound.length - b.sound.length) <= most && bitsIn(a.letters ^ b.letters) <= 2 * most;
  const alike = mayBeAlike ? alikeInSound(a, b, most) : 0;
  return beginsWith(a, b) || beginsWith(b, a) ? Math.max(BROKEN_OFF, alike) : alike;
}

function maxDifference(letters: number, isSameStart: boolean): number {
  return Math.floor(letters * MAX_DIFFERENCE[isSameStart ? "sameStart" : "otherStart"]);
}

/** Returns whether a word is another one whose end was not heard. */
function beginsWith(whole: HeardWord, part: HeardWord): boolean {
  if ((part.letters & ~whole.letters) !== 0 || part.sound.length < MIN_HEARD) return false;
  return whole.sound.startsWith(part.sound);
}

/** @param most the number of letters that may differ */
function alikeInSound(a: HeardWord, b: HeardWord, most: number): number {
  const distance = editDistance(a.sound, b.sound, most + 1);
  if (distance > most) return 0;
  const longest = Math.max(a.sound.length, b.sound.length);
  const alike = 1 - distance / longest;
  const consonants = codesApart(a.codes, b.codes);
  if (consonants >= 2) return 0.9 * alike - 0.1;
  const hasOtherEdge = hasOtherVowel(a.sound[0], b.sound[0]) || hasOtherVowel(a.sound.at(-1), b.sound.at(-1));
  if (consonants === 1) {
    const score = 0.92 * alike + 0.05;
    return Math.min(score >= SURE && a.start === b.start && !hasOtherEdge ? MAY_BE_ONE : OTHER_NAME, score);
  }
  const score = 0.6 + 0.39 * alike;
  if (longest <= SHORT || alike < IS_OTHER || isOtherVoiced(a.sound[0], b.sound[0])) return Math.min(OTHER_NAME, score);
  const least = a.sound.length === b.sound.length ? MAY_BE_OTHER.sameLength : MAY_BE_OTHER.otherLength;
  return hasOtherEdge || alike < least ? Math.min(MAY_BE_ONE, score) : score;
}

/** Whether two words differ in a vowel at an edge, which makes another name: Paul and Paula, Conte and Conti, Lena and Elena. */
function hasOtherVowel(a: string | undefined, b: string | undefined): boolean {
  return a !== b && (isVowel(a) || isVowel(b));
}

/** Consonants with one code of which only one is voiced. */
const VOICED = ["bp", "dt", "gk"];

/** Whether two consonants have one code and begin different names: Barker and Parker. */
function isOtherVoiced(a = "", b = ""): boolean {
  return VOICED.includes(a + b) || VOICED.includes(b + a);
}

function isVowel(letter = ""): boolean {
  return "aeiou".includes(letter);
}

/** Returns by how many consonants the closest codes differ; 2 also for more, and for words without codes. */
function codesApart(a: HeardWord["codes"], b: HeardWord["codes"]): number {
  let least = 2;
  for (const one of a) for (const other of b) least = Math.min(least, editDistance(one, other, 2));
  return least;
}

/** Returns how many bits of a number are set. */
function bitsIn(set: number): number {
  const pairs = set - ((set >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return (((fours + (fours >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}
