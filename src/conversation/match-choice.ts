import type { ChoiceOption } from "../records/call-script.js";

/** Small numbers, which recognisers write one way and people who set up questions the other. */
const NUMBERS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/**
 * The option that an answer chooses; undefined when it chooses none or more than one.
 *
 * Only whole words count: "yesterday" holds no "yes", "I don't know" no "no". Case, accents and punctuation do not
 * matter. Of phrases that overlap the longest is meant: "no problem" is not "no" where both are asked for.
 */
export function matchChoice<O extends ChoiceOption>(answer: string, options: readonly O[]): O | undefined {
  const heard = wordsOf(answer);
  const phrases = options
    .flatMap((option) => [option.value, ...option.synonyms].map((phrase) => ({ option, words: wordsOf(phrase) })))
    .filter(({ words }) => words.length > 0)
    .sort((one, other) => other.words.length - one.words.length);
  /** By position: how long the phrase is that was found there. A shorter one within it does not count. */
  const taken = new Map<number, number>();
  const chosen = new Set<O>();
  for (const { option, words } of phrases) {
    for (let at = 0; at + words.length <= heard.length; at++) {
      if (!words.every((word, i) => heard[at + i] === word)) continue;
      const positions = words.map((_, i) => at + i);
      if (positions.some((position) => (taken.get(position) ?? 0) > words.length)) continue;
      for (const position of positions) taken.set(position, words.length);
      chosen.add(option);
    }
  }
  const [only] = chosen;
  return chosen.size === 1 ? only : undefined;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text, folded: lower case, no accents, no apostrophes, small numbers as digits. */
function wordsOf(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .replace(/[\p{M}'’ʼ`]/gu, "")
    .toLowerCase();
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(folded)) {
    if (!isWordLike) continue;
    const number = NUMBERS.indexOf(segment);
    words.push(number < 0 ? segment : String(number));
  }
  return words;
}
