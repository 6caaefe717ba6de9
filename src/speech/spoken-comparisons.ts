import type { SignWords } from "./sign-words.js";

type Words = readonly [between: keyof SignWords, before: keyof SignWords];

/** What signs of comparison are called between two things, and before a number. */
const NAMES: Readonly<Record<string, Words>> = {
  "<": ["isLess", "lessThan"],
  ">": ["isMore", "moreThan"],
  "≤": ["isAtMost", "atMost"],
  "≥": ["isAtLeast", "atLeast"],
  "≠": ["isNot", "isNot"],
  "≈": ["about", "about"],
  "~": ["about", "about"],
};
const WRITTEN: Readonly<Record<string, string>> = { "<=": "≤", "⩽": "≤", ">=": "≥", "⩾": "≥", "!=": "≠" };

/** A number or a letter, as before and behind a sign. */
const BEFORE = String.raw`(?<=(?:[\d)%°]|(?<![\p{L}\p{N}])\p{L})\s{0,3})`;
const BEHIND = String.raw`(?=\s{0,3}(?:-?[\d(]|\p{L}(?![\p{L}\p{N}])))`;
/** Between two numbers or letters, or two words: "5 < 6", "x>y", "this ≤ that". A path has `>` between words. */
const BETWEEN = new RegExp(String.raw`${BEFORE}[<>≤≥≠≈]${BEHIND}|(?<=\S\s{1,3})[<≤≥≠≈](?=\s{1,3}\p{L})`, "gu");
/** Before a number: "<5 minutes", "costs ≥ 5 euros", "~5". A line that begins with `>` quotes something. */
const BEFORE_NUMBER = /(?<=^|[\s(])[<≤≥≠≈~]\s{0,3}(?=[$€£]?\d)|(?<=\S\s|\()>\s{0,3}(?=[$€£]?\d)/g;

/** `<3` as a heart: at the end of a sentence, also within marks, and between those who love and whom: "I <3 you". */
const HEART = /(?<=^|[\s*_])<3(?=[\s*_]*(?:$|[,!?]|\.(?!\d)))|(?<=\b(?:I|we)\s)<3(?=\s)/gi;

/** Replaces signs of comparison by words: voices leave them out, which turns what is said around. */
export function withComparisons(text: string, words: SignWords): string {
  if (!/[<>≤≥≠≈~⩽⩾=]/.test(text)) return text;
  const named = (place: 0 | 1) => (sign: string) => {
    const names = NAMES[sign.trim()];
    return names ? ` ${String(words[names[place]])} ` : sign;
  };
  return text
    .replace(HEART, "")
    .replace(/<=(?!>)|>=|⩽|⩾|(?<=\s)!=(?=\s)/g, (sign) => WRITTEN[sign] ?? sign)
    .replace(BETWEEN, named(0))
    .replace(BEFORE_NUMBER, named(1))
    .replace(/(?<![\p{L}])(\p{L}+) +\1(?= (?:\d|least|most))/giu, "$1") // "about ~5", "at <= 5"
    .replace(/\( +(?=\p{L})/gu, "(");
}
