import type { SignWords } from "./sign-words.js";

/** A pair of asterisks around words. */
const EMPHASIS = /(?<![*\p{L}\p{N}])(\*{1,3})(?=[\p{L}\p{N}#"'“¿¡(])([^*\n]{1,300})(?<=\S)\1(?!\*)/gu;
/** A sign behind its name: "the star (*)". */
const IN_PARENTHESES = /(?<=\p{L})\s?\(\s?["'`]?[*#]["'`]?\s?\)/gu;
/** Signs and digits that are dialled. */
const DIALLED = /(?<![\p{L}\p{N}*#&/])(?=\d*[*#])[*#\d]{1,24}(?![\p{L}\p{N}])/gu;

/**
 * Replaces `*` and `#` by their names, where they are keys of a telephone: alone, or among digits. `#` before a number is its
 * number, unless the sentence is about keys.
 */
export function withKeys(text: string, words: SignWords): string {
  if (!/[*#]/.test(text)) return text;
  const isAboutKeys = words.keys.test(text);
  const plain = text
    .replace(IN_PARENTHESES, "")
    .replace(/[`"](?=[*#])([*#\d]{1,24})[`"]/g, " $1 ")
    .replace(EMPHASIS, "$2")
    .replace(/(?<![\p{L}\p{N}&])#(?=\p{L})/gu, "");
  return plain.replace(DIALLED, (dialled) => {
    if (/^#\d+$/.test(dialled) && !isAboutKeys) return `${words.number} ${dialled.slice(1)}`;
    if (/^[*#]{3,}$/.test(dialled) && !isAboutKeys) return "";
    const isMarkdown = /^\**\d*\**$/.test(dialled) && !/^\*\d{2,}$/.test(dialled);
    if (isMarkdown && (!isAboutKeys || dialled.includes("**"))) return dialled.replaceAll("*", "");
    return dialled.replace(/[*#]/g, (sign) => ` ${sign === "*" ? words.star : words.pound} `).trim();
  });
}
