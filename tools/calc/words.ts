/**
 * A sum as people say it, as arithmetic: "seven times six" is 7 * 6, "15 percent of 80" is 15 / 100 * 80. What it does
 * not know it leaves as it is.
 */
export function arithmeticOf(said: string): string {
  let text = ` ${said.toLowerCase().replaceAll("²", "^2").replaceAll("³", "^3").normalize("NFKC")} `;
  for (const [pattern, replacement] of PHRASES) text = text.replace(pattern, replacement);
  text = withNumbers(text);
  for (const [pattern, replacement] of OPERATIONS) text = text.replace(pattern, replacement);
  return withRaise(text).trim();
}

type Replacement = readonly [RegExp, string];

/** What says nothing about the sum, and signs from other keyboards. */
const PHRASES: readonly Replacement[] = [
  [/^\s*(?:please )?(?:what(?:'s|’s| is| are)|how much (?:is|are)|calculate|compute|work out|tell me)\s/, " "],
  [/(?:\bplease\b|[=?.!\s])*[=?.]\s*$|\bplease\b\s*$/, " "],
  [/[$€£]/g, ""],
  [/(?<!\b(?:min|max)\s*\([^)]*)\b(\d{1,3}(?:,\d{3})+)(?!\d)/g, "<$1>"],
  [/[×⋅·]/g, "*"],
  [/[÷∕⁄]/g, "/"],
  [/[−–—]/g, "-"],
  [/\*\*/g, "^"],
  [/√/g, " sqrt "],
  [/π/g, " pi "],
  [/(?<=[\d)]\s*)x(?=\s*[\d(])/g, "*"],
];

const OPERATIONS: readonly Replacement[] = [
  [/\b(?:the )?(?:square )root of\b/g, " sqrt "],
  [/\b(?:the )?cube(?:d)? root of\b/g, " cbrt "],
  [/\b(?:to|raised to) the power (?:of )?|\bto the (\d+)(?:st|nd|rd|th) power\b|\braised to\b/g, " ^ $1 "],
  [/\bsquared\b/g, " ^ 2 "],
  [/\bcubed\b/g, " ^ 3 "],
  [/\bfactorial\b/g, " ! "],
  [/(\d+(?:\.\d+)?)\s*(?:percent|per cent|%)\s+of\b/g, " $1 / 100 * "],
  [/\bper ?cent\b/g, " % "],
  [/\b(?:a |one )?half of\b/g, " 1 / 2 * "],
  [/\b(?:a |one )?third of\b/g, " 1 / 3 * "],
  [/\b(?:a |one )?quarter of\b/g, " 1 / 4 * "],
  [/\b(?:the )?remainder of\b/g, " "],
  [/\b(?:multiplied by|times)\b/g, " * "],
  [/\b(?:divided by|over)\b/g, " / "],
  [/\b(?:modulo|modulus|mod)\b/g, " % "],
  [/\b(?:plus|added to)\b/g, " + "],
  [/\b(?:minus|less|negative)\b/g, " - "],
  [/\bdegrees?\b/g, " * pi / 180 "],
];

/** "200 + 10 %" is 220, as on every pocket calculator: the percentage is one of what stands before it. */
function withRaise(text: string): string {
  return text.replace(/^(.*[\d)!]\s*)([+-])\s*(\d+(?:\.\d+)?)\s*%\s*$/, "($1) * (1 $2 $3 / 100)");
}

const UNITS = ` zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`
  .trim()
  .split(/\s+/);
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);
const SMALL = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
]);
const WORD = [...SMALL.keys(), "hundred", ...SCALES.keys()].join("|");
const NUMBER = new RegExp(
  `\\b(?:(?:a|${WORD})|\\d+(?:\\.\\d+)?(?= *(?:hundred|${[...SCALES.keys()].join("|")})\\b))(?:(?:[ -]| and )+(?:${WORD}))*(?: point(?: (?:${UNITS.slice(0, 10).join("|")}))+)?\\b`,
  "g",
);

/** Numbers in words, "two hundred and five point five", as digits. */
function withNumbers(text: string): string {
  return text
    .replace(NUMBER, (words) => (words === "a" ? words : String(numberOf(words))))
    .replace(/<([\d,]+)>/g, (_, digits: string) => digits.replaceAll(",", ""));
}

function numberOf(words: string): number {
  const [whole = "", decimals] = words.split(" point ");
  let total = 0;
  let group = 0;
  for (const word of whole.split(/[ -]+/)) {
    const scale = SCALES.get(word);
    if (scale) {
      total += (group || 1) * scale;
      group = 0;
    } else if (word === "hundred") group = (group || 1) * 100;
    else if (word === "a") group += 1;
    else if (word !== "and") group += SMALL.get(word) ?? Number(word);
  }
  const digits = decimals
    ?.split(" ")
    .map((word) => SMALL.get(word))
    .join("");
  return Number(`${total + group}${digits ? `.${digits}` : ""}`);
}
