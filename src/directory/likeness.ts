import { doubleMetaphone } from "double-metaphone";
import { editDistance } from "../kernel/nearest.js";

/** A word in the forms in which it is compared. */
export interface HeardWord {
  readonly spelling: string;
  /** The spelling with one way of writing each sound: `meyer` and `mayr` become `maier` and `mair`. */
  readonly sound: string;
  /** Codes of the consonants, by Double Metaphone: the usual pronunciation, and another one if there is one. */
  readonly codes: readonly string[];
  /** The letters of `sound`, a bit each. */
  readonly letters: number;
}

/** Spellings of one sound in the languages of names, most specific first. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/mps/g, "ms"],
  [/bv/g, "v"],
  [/(?:eau|au)(?:x|d|t|lt)?$|ot$/g, "o"],
  [/eigh$/g, "i"],
  [/tsch|tch|(?<!s)ch|cz/g, "c"],
  [/sch|sh|sz/g, "s"],
  [/dt$|tt|th|dt/g, "t"],
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
  return { spelling, sound, codes: [...new Set(doubleMetaphone(spelling))], letters };
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
/** Length up to which other vowels make another name, in letters of the sound, and the likeness then: such a name is asked about. */
const SHORT = 4;
const OTHER_VOWELS = 0.8;
/** Minimum length of the beginning of a word, in letters. */
const MIN_HEARD = 5;

/** Returns how much two words sound alike: 1 for the same, 0 for nothing in common. */
export function likeness(a: HeardWord, b: HeardWord): number {
  if (a.spelling === b.spelling) return 1;
  if (a.sound === b.sound) return SAME_SOUND;
  if (beginsWith(a.sound, b.sound) || beginsWith(b.sound, a.sound)) return Math.max(BROKEN_OFF, byLetters(a, b));
  return byLetters(a, b);
}

/** Returns whether a word is another one whose end was not heard. */
function beginsWith(whole: string, part: string): boolean {
  return part.length >= MIN_HEARD && whole.startsWith(part);
}

function byLetters(a: HeardWord, b: HeardWord): number {
  const longest = Math.max(a.sound.length, b.sound.length);
  const most = Math.floor(longest * MAX_DIFFERENCE[a.codes[0]?.[0] === b.codes[0]?.[0] ? "sameStart" : "otherStart"]);
  // Each edit changes at most two letters of the set.
  if (Math.abs(a.sound.length - b.sound.length) > most || bitsIn(a.letters ^ b.letters) > 2 * most) return 0;
  const distance = editDistance(a.sound, b.sound, most + 1);
  if (distance > most) return 0;
  const alike = 1 - distance / longest;
  const consonants = codesApart(a.codes, b.codes);
  if (consonants === 0) return longest <= SHORT ? Math.min(OTHER_VOWELS, 0.6 + 0.39 * alike) : 0.6 + 0.39 * alike;
  if (consonants === 1) return 0.92 * alike + 0.05;
  return 0.9 * alike - 0.1;
}

/** Returns by how many consonants the closest codes differ; 2 also for more. */
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
