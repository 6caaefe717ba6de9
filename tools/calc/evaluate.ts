import Fraction from "fraction.js";
import { CONSTANTS, factorial, FUNCTIONS, LISTS } from "./functions.js";
import * as quantity from "./quantity.js";
import { Angle, type Quantity } from "./quantity.js";
import { SumError } from "./sum-error.js";
import { isNumber, readTokens, startsFactor, type TokenReader } from "./tokens.js";

const HUNDREDTH = new Fraction(1, 100);
const DEGREE = new Angle(new Fraction(1, 360));

/**
 * Evaluates arithmetic, exactly as long as its results are fractions.
 *
 * Hostile text is harmless: there are only numbers, known names and signs, every step takes the same short time (see {@link
 * quantity.exactly}), and there are no more steps than characters.
 *
 * @throws {SumError} when it is not arithmetic, or has no answer
 */
export function evaluate(arithmetic: string): Quantity {
  const tokens = readTokens(arithmetic);
  const result = sum(tokens);
  if (tokens.next) throw new SumError("not_understood");
  return result;
}

/** "200 + 10 %" is 220, as on every pocket calculator: a percentage refers to the value before it. */
function sum(tokens: TokenReader): Quantity {
  let total = product(tokens);
  let isPercentage = total.isPercentage;
  for (let sign = tokens.accept("+", "-"); sign; sign = tokens.accept("+", "-")) {
    const term = product(tokens);
    const share = term.isPercentage && !isPercentage ? quantity.multiply(total.value, term.value) : term.value;
    isPercentage &&= term.isPercentage;
    total = { value: quantity.add(total.value, sign === "+" ? share : quantity.negate(share)), isPercentage };
  }
  return total.value;
}

interface Term {
  readonly value: Quantity;
  /** Whether it is a percentage alone, such as "15 %". */
  readonly isPercentage: boolean;
}

function product(tokens: TokenReader): Term {
  const first = signed(tokens);
  let { value } = first;
  for (let factors = 1; ; factors++) {
    const sign = tokens.accept("*", "/", "mod");
    if (sign === "*") value = quantity.multiply(value, signed(tokens).value);
    else if (sign === "/") value = quantity.divide(value, signed(tokens).value);
    else if (sign === "mod") value = quantity.remainder(value, signed(tokens).value);
    else if (startsFactor(tokens.next)) value = quantity.multiply(value, raised(tokens).value);
    else return { value, isPercentage: first.isPercentage && factors === 1 };
  }
}

function signed(tokens: TokenReader): Term {
  const sign = tokens.accept("+", "-");
  if (!sign) return raised(tokens);
  const { value } = signed(tokens);
  return { value: sign === "-" ? quantity.negate(value) : value, isPercentage: false };
}

/** Powers are right-associative: 2^3^2 is 2^9. */
function raised(tokens: TokenReader): Term {
  const base = suffixed(tokens);
  if (!tokens.accept("^")) return base;
  return { value: quantity.power(base.value, signed(tokens).value), isPercentage: false };
}

function suffixed(tokens: TokenReader): Term {
  let value = primary(tokens);
  for (let isPercentage = false; ;) {
    const sign = tokens.accept("!", "%", "degrees");
    if (sign === undefined) return { value, isPercentage };
    if (sign === "!") value = factorial(value);
    else value = quantity.multiply(value, sign === "%" ? HUNDREDTH : DEGREE);
    isPercentage = sign === "%";
  }
}

function primary(tokens: TokenReader): Quantity {
  const token = tokens.read();
  if (isNumber(token)) return literal(token);
  if (token === "(") return closed(tokens);
  const ofList = LISTS.get(token);
  if (ofList) return ofList(list(tokens));
  const ofOne = FUNCTIONS.get(token);
  if (ofOne) return ofOne(tokens.accept("(") ? closed(tokens) : signed(tokens).value);
  const constant = CONSTANTS.get(token);
  if (!constant) throw new SumError("not_understood");
  return constant;
}

function closed(tokens: TokenReader): Quantity {
  const value = sum(tokens);
  tokens.expect(")");
  return value;
}

function list(tokens: TokenReader): readonly Quantity[] {
  tokens.expect("(");
  const numbers = [sum(tokens)];
  while (tokens.accept(",")) numbers.push(sum(tokens));
  tokens.expect(")");
  return numbers;
}

/** A number as it is written, such as 12.50 or 1e-3. */
function literal(token: string): Quantity {
  const [, whole = "", decimals = "", exponent = "0"] = /^(\d*)\.?(\d*)(?:e(.+))?$/.exec(token) ?? [];
  const shift = Number(exponent) - decimals.length;
  if (Math.abs(shift) > 400) return quantity.approximately(Number(token));
  const digits = BigInt(whole + decimals);
  const scale = 10n ** BigInt(Math.abs(shift));
  return quantity.exactly(shift < 0 ? new Fraction(digits, scale) : new Fraction(digits * scale));
}
