import { Parser } from "expr-eval-fork";

/** A sum that has no answer; the message says why, to be spoken. */
export class SumError extends Error {}

const NOT_UNDERSTOOD = "I do not understand that sum.";

/** The only names there are. A function comes before its argument, with brackets or without. */
const FUNCTIONS: Record<string, (...numbers: number[]) => number> = {
  sqrt: one(Math.sqrt),
  cbrt: one(Math.cbrt),
  abs: one(Math.abs),
  round: one(Math.round),
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  exp: one(Math.exp),
  ln: one(Math.log),
  log: one(Math.log10),
  log10: one(Math.log10),
  log2: one(Math.log2),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  asin: one(Math.asin),
  acos: one(Math.acos),
  atan: one(Math.atan),
};
const LISTS: Record<string, (...numbers: number[]) => number> = { min: Math.min, max: Math.max };
const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI };

/** A number, a name, or one of the signs. Anything else is refused before the library sees it. */
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d*)?(?:e[+-]?\d+)?(?![\w.])|\d+(?:\.\d*)?|\.\d+)|(?<name>[a-z]\w*)|(?<sign>[-+*/^!%(),]))/y;

const parser = createParser();

/**
 * Works out arithmetic.
 *
 * Hostile text gets nowhere: what is not a number, a known name or an arithmetic sign never reaches the library, which
 * in turn knows nothing but functions from numbers to numbers. Every step takes the same short time, numbers are
 * doubles, and there are no more steps than characters.
 *
 * @throws {SumError} when it is no arithmetic, or has no answer
 */
export function evaluate(arithmetic: string): number {
  const checked = checkedTokens(arithmetic).join(" ");
  let result: unknown;
  try {
    result = parser.evaluate(checked, { ...CONSTANTS });
  } catch (error) {
    throw error instanceof SumError ? error : new SumError(NOT_UNDERSTOOD);
  }
  if (typeof result !== "number") throw new SumError(NOT_UNDERSTOOD);
  if (Number.isNaN(result)) throw new SumError("That has no answer in real numbers.");
  if (!Number.isFinite(result)) throw new SumError("That number is too large for me.");
  return result;
}

/** The tokens, with the multiplication signs that people leave out, as in 2(3 + 4) and 2 pi; each % is decided on. */
function checkedTokens(arithmetic: string): string[] {
  const tokens: string[] = [];
  let ended = false; // whether the last token ends a value
  for (let at = 0; at < arithmetic.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const { number, name, sign } = TOKEN.exec(arithmetic)?.groups ?? {};
    const token = number ?? name ?? sign;
    if (token === undefined) throw new SumError(NOT_UNDERSTOOD);
    const known = !name || name in CONSTANTS_AND_FUNCTIONS;
    if (!known) throw new SumError(`I do not know what ${name.slice(0, 30)} means in a sum.`);
    if (ended && number) throw new SumError(NOT_UNDERSTOOD); // "2 3" is no sum
    if (ended && (name || token === "(")) tokens.push("*");
    const isPercent = token === "%" && !/^\s*[\w.(]/.test(arithmetic.slice(TOKEN.lastIndex));
    tokens.push(isPercent ? "/ 100" : token);
    ended =
      isPercent ||
      number !== undefined ||
      token === ")" ||
      token === "!" ||
      (name !== undefined && Object.hasOwn(CONSTANTS, name));
  }
  return tokens;
}

const CONSTANTS_AND_FUNCTIONS: object = Object.assign(Object.create(null), CONSTANTS, FUNCTIONS, LISTS);

/** The library with everything taken out that is not arithmetic, and its tables replaced by ours. */
function createParser(): Parser {
  const made = new Parser({
    allowMemberAccess: false,
    operators: {
      assignment: false,
      comparison: false,
      concatenate: false,
      conditional: false,
      fndef: false,
      in: false,
      logical: false,
      random: false,
      length: false,
    },
  }) as Parser & { binaryOps: Record<string, unknown>; ternaryOps: Record<string, unknown> };
  const table = (entries: object) => Object.assign(Object.create(null), entries);
  made.unaryOps = table({ ...FUNCTIONS, "+": (a: number) => a, "-": (a: number) => -a, "!": factorial });
  made.binaryOps = table({
    "+": (a: number, b: number) => a + b,
    "-": (a: number, b: number) => a - b,
    "*": (a: number, b: number) => a * b,
    "/": (a: number, b: number) => a / divisor(b),
    "%": (a: number, b: number) => a % divisor(b),
    "^": (a: number, b: number) => a ** b,
  });
  made.ternaryOps = table({});
  made.functions = table(LISTS);
  made.consts = table({});
  return made;
}

function one(calculate: (x: number) => number): (...numbers: number[]) => number {
  return (x) => calculate(x as number);
}

function divisor(value: number): number {
  if (value === 0) throw new SumError("I cannot divide by zero.");
  return value;
}

/** 170! is the largest that a double holds. */
function factorial(n: number): number {
  if (!Number.isInteger(n) || n < 0) throw new SumError("Only whole numbers have a factorial.");
  if (n > 170) throw new SumError("That number is too large for me.");
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return product;
}
