/** A repeated phrase is a loop from this many words in total and this many times in a row. No caller says that. */
const LOOP = { words: 12, times: 4 };
/** Maximum length of a repeated phrase, in words. */
const LONGEST_PHRASE = 40;
/** If a loop is at least this share of a transcript, nothing else in it counts: the recogniser has lost its way. */
const ALL = 0.6;
/** With more loops than this, the transcript is nothing else. */
const MAX_LOOPS = 8;

interface Loop {
  /** The first word of the loop, the first of its first repetition, and the first after it. */
  readonly from: number;
  readonly again: number;
  readonly to: number;
}

/**
 * Returns a transcript without what a recogniser that has lost its way repeats ("I'm sorry, I'm sorry, …" for a
 * keyboard): the phrase once, if it follows other words; nothing, if the transcript is little else. Digits may repeat.
 *
 * @param loops those that are removed already
 */
export function withoutLoops(transcript: string, loops = 0): string {
  // Scripts without blanks are compared by character.
  const tokens = [
    ...transcript.matchAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}'’]+/gu),
  ];
  const words = tokens.map(([word]) => word.toLowerCase());
  const loop = longestLoop(words);
  if (!loop) return transcript;
  if (loop.to - loop.from >= ALL * words.length || loops === MAX_LOOPS) return "";
  const startOf = (index: number) => tokens[index]?.index ?? transcript.length;
  return withoutLoops(transcript.slice(0, startOf(loop.again)) + transcript.slice(startOf(loop.to)), loops + 1);
}

function longestLoop(words: readonly string[]): Loop | undefined {
  let longest: Loop | undefined;
  for (let length = 1; length <= LONGEST_PHRASE && length * LOOP.times <= words.length; length++) {
    let same = 0;
    for (let at = length; at <= words.length; at++) {
      if (at < words.length && words[at] === words[at - length]) {
        same++;
        continue;
      }
      const from = at - same - length;
      const isLoop = same + length >= Math.max(LOOP.words, LOOP.times * length);
      const isLonger = !longest || at - from > longest.to - longest.from;
      if (isLoop && isLonger && !isNumber(words.slice(from, from + length))) {
        longest = { from, again: from + length, to: at };
      }
      same = 0;
    }
  }
  return longest;
}

function isNumber(phrase: readonly string[]): boolean {
  return phrase.every((word) => /^\p{N}+$/u.test(word));
}
