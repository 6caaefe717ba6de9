import type { SignWords } from "./sign-words.js";

/** Commands around plain words. */
const WRAPPING =
  /\\(?:text|textbf|textit|mathrm|mathbf|mathit|mbox|boxed|operatorname|emph|left|right)\s?\{([^{}]{0,300})\}/g;
const FRACTION = /\\[dt]?frac\s?(?:\{([^{}]{0,100})\}|(\d))\s?(?:\{([^{}]{0,100})\}|(\d))/g;
const ROOT = /\\sqrt\s?(?:\{([^{}]{0,100})\}|(\d))|√\s?(?=[\d(\p{L}])/gu;
const NAMED = /\\(?:alpha|beta|gamma|delta|lambda|mu|pi|sigma|omega|theta)(?![a-z])/g;
const POWER = /\s?\^\s?(?:\{([^{}]{1,40})\}|(\w))/g;
/** A formula between dollars has a sign of LaTeX, or is one letter; two sums of money have not. */
const BETWEEN_DOLLARS = /\$\$?(?=[^\s$])([^$\n]{1,300})\$\$?(?!\d)/g;
/** Commands for signs. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ le: "≤", leq: "≤", leqslant: "≤", ge: "≥", geq: "≥", geqslant: "≥", lt: "<", gt: ">" },
  ...{ ne: "≠", neq: "≠", approx: "≈", simeq: "≈", sim: "≈", infty: "∞", dots: "…", ldots: "…", cdots: "…" },
  ...{ times: "×", cdot: "×", ast: "×", div: "÷", pm: "±", rightarrow: "→", to: "→", Rightarrow: "→" },
};
const SIGN = new RegExp(String.raw`\s?\\(${Object.keys(SIGNS).join("|")})(?![a-z])`, "g");

/** Replaces LaTeX by words, and signs of arithmetic that voices leave out. */
export function withSpokenMathematics(text: string, words: SignWords): string {
  const { times, dividedBy, plusOrMinus } = words;
  const plain = /[\\$^√]/.test(text) ? withoutLatex(text, words) : text;
  return plain
    .replace(/(?<=[\d)])\s*[*×]\s*(?=[\d(])/g, ` ${times} `)
    .replace(/\s?×\s?/g, ` ${times} `)
    .replace(/\s?÷\s?/g, ` ${dividedBy} `)
    .replace(/\s?±\s?/g, ` ${plusOrMinus} `);
}

function withoutLatex(text: string, words: SignWords): string {
  const { squared, toThePowerOf, squareRootOf, over } = words;
  return text
    .replace(BETWEEN_DOLLARS, (whole, inner: string) => (isFormula(inner) ? inner : whole))
    .replace(WRAPPING, "$1")
    .replace(ROOT, `${squareRootOf} $1$2`)
    .replace(FRACTION, `$1$2 ${over} $3$4`)
    .replace(SIGN, (_, name: string) => ` ${SIGNS[name]} `)
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
