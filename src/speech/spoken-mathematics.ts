import type { SignWords } from "./sign-words.js";

/** Commands around plain words. */
const WRAPPING =
  /\\(?:text|textbf|textit|mathrm|mathbf|mathit|mbox|boxed|operatorname|emph|left|right)\s?\{([^{}]{0,300})\}/g;
const FRACTION = /\\[dt]?frac\s?\{([^{}]{0,100})\}\s?\{([^{}]{0,100})\}/g;
const ROOT = /\\sqrt\s?\{([^{}]{0,100})\}/g;
const NAMED = /\\(?:alpha|beta|gamma|delta|lambda|mu|pi|sigma|omega|theta)(?![a-z])/g;
const POWER = /\s?\^\s?(?:\{([^{}]{1,40})\}|(\w))/g;
/** A formula between dollars has a sign of LaTeX, or is one letter; two sums of money have not. */
const BETWEEN_DOLLARS = /\$\$?(?=[^\s$])([^$\n]{1,300})\$\$?(?!\d)/g;

/** Replaces LaTeX by words, and signs of arithmetic that voices leave out. */
export function withSpokenMathematics(text: string, words: SignWords): string {
  const { times, dividedBy, plusOrMinus, lessThan, moreThan } = words;
  const plain = /[\\$^]/.test(text) ? withoutLatex(text, words) : text;
  return plain
    .replace(/(?<=[\d)])\s*[*×]\s*(?=[\d(])/g, ` ${times} `)
    .replace(/\s?×\s?/g, ` ${times} `)
    .replace(/\s?÷\s?/g, ` ${dividedBy} `)
    .replace(/\s?±\s?/g, ` ${plusOrMinus} `)
    .replace(/(?<=\d\s?)<\s?(?=\d)|(?<=^|\s)<\s?(?=\d)/g, ` ${lessThan} `)
    .replace(/(?<=\d\s?)>\s?(?=\d)/g, ` ${moreThan} `);
}

function withoutLatex(text: string, words: SignWords): string {
  const { times, dividedBy, plusOrMinus, squared, toThePowerOf, squareRootOf, over } = words;
  return text
    .replace(BETWEEN_DOLLARS, (whole, inner: string) => (isFormula(inner) ? inner : whole))
    .replace(WRAPPING, "$1")
    .replace(ROOT, `${squareRootOf} $1`)
    .replace(FRACTION, `$1 ${over} $2`)
    .replace(/\\(?:times|cdot|ast)(?![a-z])/g, ` ${times} `)
    .replace(/\\div(?![a-z])/g, ` ${dividedBy} `)
    .replace(/\\pm(?![a-z])/g, ` ${plusOrMinus} `)
    .replace(/\\(?:rightarrow|to|Rightarrow)(?![a-z])/g, "→")
    .replace(/\^\s?(?:\\circ|\{\s?\\circ\s?\})/g, "°")
    .replace(NAMED, (name) => ` ${name.slice(1)} `)
    .replace(POWER, (_, long?: string, short?: string) => {
      const power = long ?? short ?? "";
      return power === "2" ? ` ${squared}` : ` ${toThePowerOf} ${power}`;
    })
    .replace(/\\[()[\]]/g, " ")
    .replace(/\\[nrt](?![a-z])/g, " ")
    .replace(/\\([%$&#_*{}])/g, "$1")
    .replace(/\\[a-z]{1,30}\s?|\\[,;:! ]/g, " ");
}

const isFormula = (inner: string) => /[\\^_={}]/.test(inner) || /^[A-Za-z]$/.test(inner.trim());
