import { withNumbers } from "../kernel/number-words.js";

/**
 * Whether the caller wants a calculation: every word belongs to one, and a question or an order asks for it, or there is an
 * unambiguous operator. Dashes and slashes also occur in telephone numbers, dates and "24/7", and "120 over 80" is a blood
 * pressure: without a question these are not calculations.
 *
 * @param said in lower case, in English, without hesitations
 */
export function asksForSum(said: string): boolean {
  const { words, isAsked } = question(said.replace(/ *,(?!\d)| +/g, " ").trim());
  if (DIALLED_OR_DATED.test(words) || SAYING.test(words)) return false;
  const kinds = kindsOf(withNumbers(words.replace(/(?<=\d) ?\(/g, " times ").replace(/[()$€£]/g, " ")));
  if (kinds === undefined) return false;
  if (ORDER.test(kinds)) return true;
  if (isAsked) return SUM.test(kinds) && OPERATION.test(kinds);
  return SUM.test(kinds) && PLAIN_OPERATION.test(kinds) && !DAY_TO_DAY.test(words);
}

const COURTESY =
  /^(?:(?:hello|hi|hey|okay|ok|so|and|well|please|now|then|also|yes|no|thanks|sorry|just|quickly|do you know|i (?:want|need|would like) to know|i wonder|tell me|let me know|(?:can|could|would|will) (?:you|we)) )+/;
const ASKING =
  /^(?:(?:what (?:is|are|does|would be|do (?:you|i) get if (?:you|i))|what|how much(?: is| are| does| would be)?|how many (?:is|are)|calculate|compute|evaluate|solve|(?:work|figure) out|the (?:result|answer|value) (?:of|to)) )+/;
const EQUALS = /(?: ?=| (?:is|are|be|makes?|gives?|equals?|equal to|come to)(?: what| how much)?)+$/;
const ENDING = /(?: (?:please|now|then|again|exactly|for me|together|thanks|thank you))+$/;

/** The subject of the question, and whether it is a question: "what is …", "… equals". */
function question(said: string): { readonly words: string; readonly isAsked: boolean } {
  const text = said.replace(COURTESY, "").replace(ENDING, "");
  const asked = text.replace(ASKING, "");
  const [equals = ""] = EQUALS.exec(asked) ?? [];
  const words = asked.slice(0, asked.length - equals.length).replace(ENDING, "");
  return { words, isAsked: asked !== text || /[^ is]/.test(equals) };
}

/** 555-1234, 212-555-1234, 2026-11-26, 26.11.2026, 11/26/26: even "what is 555-1234" does not ask for a difference. */
const DIALLED_OR_DATED =
  /(?<![\d.])(?:(?:\d{3}-)+\d{4}|\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d\d){1,2})(?![\d.])/;

/** A date, a shop, eyesight, halves and "always": a question about these does not ask for a quotient. */
const SAYING = /^(?:9\/11|24\/7|7\/11|20\/20|50[/-]50)$/;

/** "The fifth to the tenth" are dates. */
const DAY_TO_DAY = /\bto the (?!power\b|\S+ power\b)/;

/**
 * The words of calculations by kind: n number, h fraction in words, p unambiguous operator, m minus, - dash, w operator with
 * other meanings, a and, o of, % percent, s what follows a number, f what precedes one, d the same with other meanings, capitals
 * orders, and b, r and t what joins their numbers.
 */
const KINDS: readonly (readonly [kind: string, words: string])[] = [
  // A number in a calculation does not begin with zero: 030 is dialled.
  ["n", String.raw`(?:(?:\d{1,3}(?:,\d{3})+|0|[1-9]\d{0,14})(?:\.\d+)?|\.\d+)(?![\d.:,])|pi\b`],
  ["h", String.raw`\(\d+ [/+] \d+(?: \/ \d+)?\)`],
  ["p", String.raw`[+*×÷^]|(?:plus|times|multiplied by|divided by|added to|raised to|mod|modulo)\b`],
  ["m", String.raw`−|(?:minus|negative)\b`],
  ["-", "-"],
  ["w", String.raw`[/–]|x(?![a-z])|(?:over|less|take away)\b`],
  ["a", String.raw`and\b`],
  ["o", String.raw`of\b`],
  ["%", String.raw`%|per ?cent\b`],
  ["s", String.raw`(?:squared|cubed(?! root)|factorial(?! of))\b`],
  [
    "f",
    String.raw`(?:(?:square |cubed? )root(?: of)?|(?:root|square|cube|factorial|sine?|cosine|tangent|log|logarithm) of)\b`,
  ],
  ["d", String.raw`(?:double|twice|triple|root|sine?|cosine|tangent|log)\b`],
  ["A", String.raw`add\b`],
  ["S", String.raw`(?:subtract|take)\b`],
  ["M", String.raw`multiply\b`],
  ["D", String.raw`divide\b`],
  ["Z", String.raw`(?:(?:sum|product|quotient|remainder) of|difference (?:of|between))\b`],
  ["b", String.raw`by\b`],
  ["r", String.raw`from\b`],
  ["t", String.raw`(?:to|with)\b`],
  ["", String.raw`(?:the|an?|degrees)\b`],
];
const WORD = new RegExp(`\\s*(?:${KINDS.map(([, words]) => `(${words})`).join("|")})\\s*`, "y");

/** The kinds of all words, one letter each; undefined when a word does not belong to a calculation. */
function kindsOf(text: string): string | undefined {
  let kinds = "";
  for (let at = 0; at < text.length; at = WORD.lastIndex) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) return undefined;
    kinds += KINDS[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? "";
  }
  return kinds;
}

/** "Half of minus the square root of 3 squared" */
const TERM = "(?:[nh]%?o|h)?[-m]?[fd]*[nh]%?s*";
const SUM = new RegExp(`^${TERM}(?:[pmaw-]${TERM})*$`);
/** "Add 5 and 6", "the sum of 5 and 6", "subtract 5 from 12", "multiply 5 by 6", "divide 10 by 4". */
const ORDER = new RegExp(
  `^(?:[AZ]${TERM}(?:[apt]${TERM})+|S${TERM}r${TERM}|M${TERM}[abpt]${TERM}|D${TERM}[bw]${TERM})$`,
);
/** More than a number and its sign: something to calculate. */
const OPERATION = /[nhs%][pmw-]|[h%]o|[sfd]|hn/;
const PLAIN_OPERATION = /[nhs%][pm]|[h%]o|[sf]/;
