/**
 * Written text as it should be spoken: without markdown, HTML tags and emoji, on one line. Empty when nothing of it can
 * be said. Works on any piece of a text, so markers may be without their other half. Takes time that grows with the length alone:
 * no pattern may read on to the end from each of many places.
 */
export function speakable(written: string): string {
  const said = written
    .replace(/!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1") // links and pictures by their text
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/^[^\S\n\r\u2028\u2029]*(```|~~~)[\w-]*$/gm, "") // fences; what is between them is said
    .replace(/^(?:[^\S\n\r\u2028\u2029]|[|:_*=-])+$/gm, withoutRule) // rules, and what separates a table's head
    .replace(/^[ \t]*(?:(?:#{1,6}|>|[-*+•–])[ \t]+)+/gm, "") // headings, quotations, list items
    .replace(/\|/g, " ")
    .replace(/(?<=[\d)])\s*\*\s*(?=[\d(])/g, " times ")
    .replace(/[*`]+|~~/g, "")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(EMOJI, "")
    .replace(/\s+/g, " ")
    .replace(/ ([.,!?;:])(?= |$)/g, "$1")
    .trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

/** Nothing of a line of signs that draws a rule: it has three of them side by side, blanks aside. */
function withoutRule(line: string): string {
  return /[-_*=]{3}/.test(line.replace(/\s+/g, "")) ? "" : line;
}

/** Pictures with all that joins and colours them. The signs ©, ® and ™ count as pictures in Unicode, and are words. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f|\u20e3/gu;
