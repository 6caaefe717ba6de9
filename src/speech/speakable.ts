/**
 * Converts written text to what is spoken: without markdown, HTML tags and emoji, on one line. Empty when nothing remains. Works
 * on any piece of a text, so markers may lack their counterpart. Takes linear time: no pattern may scan to the end from many
 * places.
 */
export function speakable(written: string): string {
  const said = written
    .replace(/!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1") // links and pictures by their text
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/^[^\S\n\r\u2028\u2029]*(```|~~~)[\w-]*$/gm, "") // fences; what is between them is spoken
    .replace(/^(?:[^\S\n\r\u2028\u2029]|[|:_*=-])+$/gm, withoutRule) // rules, and the separator below a table's head
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

/** Removes lines of signs that draw a rule: they have three of them in a row, ignoring blanks. */
function withoutRule(line: string): string {
  return /[-_*=]{3}/.test(line.replace(/\s+/g, "")) ? "" : line;
}

/** Pictographs with their joiners and colour modifiers. The signs ©, ® and ™ count as pictographs in Unicode, but are words. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f|\u20e3/gu;
