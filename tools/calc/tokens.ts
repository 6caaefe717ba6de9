import { CONSTANTS, FUNCTIONS, LISTS } from "./functions.js";
import { SumError } from "./sum-error.js";

/** A number, a name, or one of the signs. */
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d*)?(?:e[+-]?\d+)?(?![\w.])|\d+(?:\.\d*)?|\.\d+)|(?<name>[a-z]\w*)|(?<sign>[-+*/^!%(),]))\s*/y;

/** The tokens of an expression, read from left to right. */
export interface TokenReader {
  /** The number of tokens read. */
  readonly at: number;
  /** The next one; empty at the end. */
  readonly next: string;
  read(): string;
  /** Reads the next token if it is among these; otherwise undefined. */
  accept(...tokens: readonly string[]): string | undefined;
  /** @throws {SumError} when the next token is a different one */
  expect(token: string): void;
}

/** @throws {SumError} when it contains something that is not a token */
export function readTokens(arithmetic: string): TokenReader {
  const tokens = tokensOf(arithmetic);
  let at = 0;
  const reader: TokenReader = {
    get at() {
      return at;
    },
    get next() {
      return tokens[at] ?? "";
    },
    read: () => tokens[at++] ?? "",
    accept: (...wanted) => (at < tokens.length && wanted.includes(reader.next) ? reader.read() : undefined),
    expect(token) {
      if (!reader.accept(token)) throw new SumError("not_understood");
    },
  };
  return reader;
}

/** Before a value, % is the remainder: 10 % 3. */
function tokensOf(arithmetic: string): readonly string[] {
  const tokens: string[] = [];
  for (let at = 0; at < arithmetic.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const { number, name, sign } = TOKEN.exec(arithmetic)?.groups ?? {};
    const token = number ?? name ?? sign;
    if (token === undefined) throw new SumError("not_understood");
    if (name && !isKnown(name)) throw new SumError("not_understood", name.slice(0, 30));
    if (tokens.at(-1) === "%" && (isNumber(token) || startsFactor(token))) tokens[tokens.length - 1] = "mod";
    tokens.push(token);
  }
  return tokens;
}

export function isNumber(token: string): boolean {
  return /^[\d.]/.test(token);
}

/** Whether a value follows that is multiplied implicitly, as in 2(3 + 4) and 2 pi. "2 3" is not valid. */
export function startsFactor(token: string): boolean {
  return token === "(" || CONSTANTS.has(token) || FUNCTIONS.has(token) || LISTS.has(token);
}

function isKnown(name: string): boolean {
  return name === "mod" || name === "degrees" || startsFactor(name);
}
