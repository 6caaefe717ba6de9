import { primaryLanguage } from "../locales/locales.js";

/** Minimum number of words in a clause that is spoken separately; fewer would sound cut off. */
const MIN_WORDS = 4;
/** A sentence is cut before it gets longer than this, in characters. */
const MAX_LOOKED_AT = 500;

/** Words that begin a clause after a comma, as opposed to another item of a list; by language. */
const OPENERS: Readonly<Record<string, RegExp>> = {
  en: /^(?:but|so|because|since|though|although|however|while|unless|just|if|when|(?:and|or) (?:i|you|we|he|she|it|they|there|that|this|then|if)|i|you|we|they|it|there)$/,
  de: /^(?:aber|denn|doch|weil|deshalb|daher|dann|sonst|wenn|falls|obwohl|sondern|(?:und|oder) (?:ich|sie|wir|er|es|das|dann|wenn)|ich|wir|es)$/,
  fr: /^(?:mais|donc|car|parce|cependant|sinon|quand|(?:et|ou) (?:je|vous|nous|il|elle|on|ils|elles)|je|vous|nous|il)$/,
  es: /^(?:pero|así|porque|aunque|siempre|si|cuando|(?:y|o) (?:es|hay|puede|puedo|le|les)|sin embargo)$/,
};

/**
 * Where the first clause of a sentence ends that can be spoken before the rest is written: after a semicolon, a dash, or a comma
 * followed by a clause. Undefined when there is none, and while that depends on text still to come.
 *
 * @param language such as `en` or `en-GB`, in any case; without a list for the language, commas are not considered
 */
export function endOfClause(sentence: string, language: string): number | undefined {
  const text = sentence.slice(0, MAX_LOOKED_AT);
  const openers = OPENERS[primaryLanguage(language)];
  for (const { 0: mark, index } of text.matchAll(/[,;](?=\s)|\s[—–](?=\s)/g)) {
    const end = index + mark.length;
    const before = text.slice(0, end);
    if (wordsIn(before) < MIN_WORDS || /\d\W*$/.test(before) || isOpen(before)) continue;
    const [, first = "", second = ""] = /^\s+(\S+)\s+(\S+)\s/.exec(text.slice(end).toLowerCase()) ?? [];
    if (second === "") return undefined;
    if (!/^\p{L}/u.test(first)) continue;
    if (mark !== "," || openers?.test(first) || openers?.test(`${first} ${second}`)) return end;
  }
  return undefined;
}

/** Whether the sentence continues after the cut. */
export function isClause(text: string): boolean {
  return /[,;—–]$/.test(text);
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
}

/** Whether a quotation or a bracket is open. */
function isOpen(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return count(/[([{“«„]/g) !== count(/[)\]}”»]/g) || count(/"/g) % 2 === 1;
}
