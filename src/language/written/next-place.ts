import * as marks from "./marks.js";

/** A position where something other than speech may begin: a sign, or a word. */
const PLACE = new RegExp(
  `[<>[{\`◁✿"]|${String.raw`(?:${marks.NAMESPACES.join("|")})\.[\w.]{0,63}|\p{L}[\p{L}\p{N}_]{0,63}`}`,
  "gu",
);

/**
 * Returns how much of a text can be passed on before something that must be examined.
 *
 * @param line the part of its first line that was already passed on
 * @param words those at which something may begin, in lower case
 */
export function nextPlace(held: string, line: string, words: readonly string[], ended: boolean): number {
  for (const { 0: found, index } of held.matchAll(PLACE)) {
    if (!/\p{L}/u.test(found)) return index;
    const before = index > 3 ? held.slice(index - 4, index) : line.slice(-4) + held.slice(0, index);
    if (/[\p{L}\p{N}]_*$/u.test(before)) continue;
    if (marks.MAY_BE_VARIABLE.test(held.slice(index)) && beginsLine(line + held.slice(0, index))) return index;
    const isCut = index + found.length === held.length && !ended;
    if (matters(found.toLowerCase(), isCut, words)) return index;
  }
  return held.length;
}

const beginsLine = (before: string) => !/\S/.test(before.slice(before.lastIndexOf("\n") + 1));

function matters(word: string, isCut: boolean, words: readonly string[]): boolean {
  const last = word.slice(word.lastIndexOf(".") + 1);
  if (!isCut) return words.includes(word) || words.includes(last);
  return last === "" || [...words, ...marks.NAMESPACES].some((each) => each.startsWith(last));
}
