/** Replaces number words in lower-case text by digits: "two hundred and five point five" becomes 205.5. */
export function withNumbers(text: string): string {
  return text
    .replace(CARDINAL, (words) => String(valueOf(words) ?? words))
    .replace(DOZEN, (_, count?: string) => String(12 * Number(count ?? 1)))
    .replace(POINT, (_, whole: string | undefined, digits: string) => decimal(whole, digits))
    .replace(POWER, (_, word: string | undefined, digits: string | undefined) => ` ^ ${digits ?? ordinalOf(word)} `)
    .replace(MIXED, (_, whole: string, over: string | undefined, part: string) => {
      return `(${whole} + ${over ?? 1} / ${denominatorOf(part)})`;
    })
    .replace(MIXED_DIGITS, "($1 + $2)")
    .replace(PART, (_, over: string | undefined, part: string) => `(${over ?? 1} / ${denominatorOf(part)})`);
}

const ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SCALES = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);
const SMALL = new Map([
  ["zero", 0],
  ["nought", 0],
  ...[...ONES, ...TEENS].map((word, at) => [word, at + 1] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
]);

const oneOf = (words: Iterable<string>): string => `(?:${[...words].join("|")})`;
const SCALE = oneOf(SCALES.keys());
const DIGITS = String.raw`(?<![\d.])\d+(?:\.\d+)?`;
const BELOW_100 = `(?:${oneOf(TENS)}(?:[ -]${oneOf(ONES)}\\b)?|${oneOf([...TEENS, ...ONES, "zero", "nought"])}\\b)`;
const BELOW_1000 = `(?:(?:(?:a|${BELOW_100}|${DIGITS})[ -])?hundred(?:(?: and|-and)?[ -]${BELOW_100})?|${BELOW_100})`;
const COUNT = `(?:a|${BELOW_1000}|${DIGITS})[ -]`;
const CARDINAL = new RegExp(
  `(?<![\\w-])(?:(?:${COUNT})?${SCALE}(?:,?(?: and)?[ -]${COUNT}${SCALE})*(?:,?(?: and)?[ -]${BELOW_1000})?|${BELOW_1000})(?![\\w])`,
  "g",
);

/** Undefined when its groups do not descend, as in "two thousand three million". */
function valueOf(words: string): number | undefined {
  let total = 0;
  let group = 0;
  let lastScale = Number.POSITIVE_INFINITY;
  for (const word of words.split(/[ ,-]+/)) {
    const scale = SCALES.get(word);
    if (scale) {
      if (scale >= lastScale) return undefined;
      lastScale = scale;
      total += (group || 1) * scale;
      group = 0;
    } else if (word === "hundred") group = (group || 1) * 100;
    else if (word === "a") group = 1;
    else if (word !== "and") group += SMALL.get(word) ?? Number(word);
  }
  // Thousandths of a million are whole numbers, whatever the rounding of doubles.
  return Number((total + group).toPrecision(15));
}

const DOZEN = /(?:\b(?:a|(\d+)) )?\bdozen\b/g;
const POINT = /(?:(\d+)\s*)?\bpoint((?:[ -](?:\d+|oh|o)\b)+)/g;

function decimal(whole = "0", digits: string): string {
  return `${whole}.${digits.replace(/oh?/g, "0").replace(/\D/g, "")}`;
}

const ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
/** "To the tenth power", "to the power of ten", "to the tenth". */
const POWER = new RegExp(
  `\\b(?:raised )?to the (?:power (?:of )?|(?=\\d+\\b(?!(?:st|nd|rd|th)))|(?:${`(${ORDINALS.join("|")})`}|(\\d+)(?:st|nd|rd|th))\\b(?: power)?)`,
  "g",
);

function ordinalOf(word: string | undefined): string {
  return word === undefined ? "" : String(ORDINALS.indexOf(word));
}

const DENOMINATORS = new Map([
  ["half", 2],
  ["halve", 2],
  ["quarter", 4],
  ...ORDINALS.slice(3).map((word, at) => [word, at + 3] as const),
  ["sixteenth", 16],
  ["twentieth", 20],
  ["hundredth", 100],
  ["thousandth", 1000],
]);
const DENOMINATOR = `(${[...DENOMINATORS.keys()].join("|")})s?\\b`;
/** "Two and three quarters", "one and a half". */
const MIXED = new RegExp(`(?<![\\d.])(\\d+) and (?:an? |(\\d+)[ -])?${DENOMINATOR}`, "g");
/** "2 1/2", but not the end of "10 00 000 / 4", whose digits are grouped. */
const MIXED_DIGITS = /(?<![\d.]|\d )(\d+) ([1-9]\d* ?\/ ?\d+)(?![\d.])/g;
/** "Three fourths", "a third", "half"; a lone "third" may be a position or a day. */
const PART = new RegExp(`(?:(?<![\\d.])(\\d+)[ -]|\\ban? |\\b(?=half|quarter))${DENOMINATOR}(?: an?\\b(?= \\d))?`, "g");

function denominatorOf(part: string): number {
  return DENOMINATORS.get(part) ?? 1;
}
