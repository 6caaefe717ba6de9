import { withNumbers } from "../../src/kernel/number-words.js";
import { joinGroups, withDecimalPoints } from "./notation.js";

/**
 * Converts an expression as people say it and recognisers write it to arithmetic: "seven times six" is 7 * 6, "15 percent of 80"
 * is 15 % * 80. Unknown parts stay unchanged.
 *
 * @param mark the decimal sign of the language
 * @throws {SumError} when a number could mean two
 */
export function arithmeticOf(said: string, mark: string): string {
  let text = ` ${withSigns(joinGroups(said.toLowerCase()))} `;
  for (const [pattern, replacement] of NOISE) text = text.replace(pattern, replacement);
  text = withNumbers(withDecimalPoints(text, mark))
    .replace(SUM_OF, (_, numbers: string) => numbers.replace(/,? and |,/g, " + "))
    .replace(PRODUCT_OF, (_, numbers: string) => numbers.replace(/,? and |,/g, " * "));
  for (const [pattern, replacement] of [...ORDERS, ...OPERATIONS]) text = text.replace(pattern, replacement);
  return text.trim();
}

type Replacement = readonly [RegExp, string];

/** The signs of other keyboards and of print. */
function withSigns(text: string): string {
  return text
    .replace(/(\d+)?\s*([¼-¾⅐-⅞])/g, (_, whole: string | undefined, part: string) => {
      return ` (${whole === undefined ? "" : `${whole} + `}${part.normalize("NFKC")})`;
    })
    .replace(/[⁰¹²³⁴-⁹]+/g, (digits) => ` ^ ${digits.normalize("NFKC")} `)
    .normalize("NFKC")
    .replace(/[$€£]/g, "")
    .replace(/[×⋅·]/g, "*")
    .replace(/[÷∕⁄]/g, "/")
    .replace(/[−–—]/g, "-")
    .replace(/\*\*/g, "^")
    .replace(/√/g, " sqrt ")
    .replace(/π/g, " pi ")
    .replace(/°/g, " degrees ")
    .replace(/[’‘]/g, "'");
}

/** Words without meaning for the calculation: hesitation and courtesy anywhere, the question around it, money. */
const NOISE: readonly Replacement[] = [
  [/[\s,.…]*\b(?:u[hm]+|e[hr]+m?|hm+|please|you know)\b[,.…]*(?=\s|[?!=]|$)/g, " "],
  [
    /(?:\b(?:equals?|equal to|is|are|makes?|be|come to|gives?|for me|together|again|exactly|then|now|right)\b|[=?.\s])+$/,
    " ",
  ],
  [/\b(?:what|which) (?:percent|per cent|percentage|%) of (.+?) (?:is|are|makes?) (.+)/, " ($2) / ($1) * 100 "],
  [/^(.+?) (?:is|are|makes?) what (?:percent|per cent|percentage|%) of (.+)/, " ($1) / ($2) * 100 "],
  [/\bhow (?:many times|often) (?:does|do|will|would|can) (.+?) (?:go|goes|fit|fits) into (.+)/, " ($2) / ($1) "],
  [
    /^(?:[\s,.!]*\b(?:hello|hi|hey|and|so|well|ok|okay|now|then|can|could|would|will|do|does|you|i|we|me|us|to|for|tell|know|get|if|(?:what|how|that|it)'s|whats|what|which|is|are|how|much|many|calculate|compute|evaluate|solve|work|out|find|give|the (?:answer|result|value) (?:of|to)|need|want|like|just)\b(?![(])[\s,.!]*)+/,
    " ",
  ],
  [/\b(?:dollars?|euros?|pounds?|bucks)\b/g, " "],
  [/,(?=\s*(?:[-+*/^=]|plus|minus|times|multiplied|divided|over|to the|squared|cubed|and|$))/g, " "],
];

const SUM_OF = /\b(?:the )?sum of ([^()]+)/;
const PRODUCT_OF = /\b(?:the )?product of ([^()]+)/;

/** Operations named before the numbers. */
const ORDERS: readonly Replacement[] = [
  [/\bsubtract (.+?) from (.+)/, " ($2) - ($1) "],
  [/\btake (.+?)(?: away)? from (.+)/, " ($2) - ($1) "],
  [/^(.+?) (?:subtracted|taken(?: away)?) from (.+)/, " ($2) - ($1) "],
  [/\bmultiply (.+?) (?:by|with|and|times) (.+)/, " ($1) * ($2) "],
  [/\bdivide (.+?) (?:by|over) (.+)/, " ($1) / ($2) "],
  [/\badd (.+?) (?:to|and|plus) (.+)/, " ($1) + ($2) "],
  [/\b(?:the )?difference (?:of|between) (.+?) and (.+)/, " ($1) - ($2) "],
  [/\b(?:the )?quotient of (.+?) and (.+)/, " ($1) / ($2) "],
  [/\b(?:the )?remainder (?:of|when|from) (.+?) (?:is )?(?:divided by|over|\/) (.+)/, " ($1) mod ($2) "],
  [/\b(\d+(?:\.\d+)?) ?(?:%|per ?cent) off(?: of)? (.+)/, " ($2) - $1 % "],
];

const OPERATIONS: readonly Replacement[] = [
  [/\b(?:the )?cubed? root(?: of)?\b/g, " cbrt "],
  [/\b(?:the )?(?:square )?root of\b|\bsquare root\b/g, " sqrt "],
  [/\b(?:the )?square of\b/g, " square "],
  [/\b(?:the )?cube of\b/g, " cube "],
  [/\b(?:the )?factorial of\b/g, " factorial "],
  [/(?<=[\d)]\s*)factorial\b(?!\s*[\d(])/g, " ! "],
  [/\bsine\b/g, " sin "],
  [/\bcosine\b/g, " cos "],
  [/\btangent\b/g, " tan "],
  [/\b(?:the )?natural log(?:arithm)?\b/g, " ln "],
  [/\blogarithm\b/g, " log "],
  [/\b(?:the )?absolute value\b/g, " abs "],
  [/\b(?:the )?(sqrt|cbrt|sin|cos|tan|ln|log|abs)\s+of\b/g, " $1 "],
  [/\braised to\b/g, " ^ "],
  [/\bsquared\b/g, " ^ 2 "],
  [/\bcubed\b/g, " ^ 3 "],
  [/\b(?:double|twice)(?: of)?(?: the)?\b/g, " 2 * "],
  [/\b(?:triple|thrice|three times)(?: of)?(?: the)?\b/g, " 3 * "],
  [/\b(?:quadruple)(?: of)?(?: the)?\b/g, " 4 * "],
  [/\bdoubled\b/g, " * 2 "],
  [/\btripled\b/g, " * 3 "],
  [/\bhalved\b/g, " / 2 "],
  [/\bper ?cent\b/g, " % "],
  [/(?<=[)%]\s*|\d\s*\/\s*\d+\s*|\d\.\d+\s*)\bof\b(?: the)?/g, " * "],
  [/(?<=\d+ \/ \d+\)\s*)(?=\d)/g, " * "],
  [/\b(?:multiplied (?:by|with)|times)\b/g, " * "],
  [/\b(?:divided by|over)\b/g, " / "],
  [/(?<=[\d)]\s*)x(?=\s*[\d(-])/g, "*"],
  [/\b(?:modulo|modulus)\b/g, " mod "],
  [/\b(?:plus|added to|and then plus)\b/g, " + "],
  [/\b(?:minus|less|negative|take away|takeaway)\b/g, " - "],
  [/\bdegrees?\b/g, " degrees "],
];
