import Fraction from "fraction.js";
import { Angle, approximately, exactly, negate, numberOf, power, type Quantity, root } from "./quantity.js";
import { SumError } from "./sum-error.js";

const ONE = new Fraction(1);
const E = approximately(Math.E);

export const CONSTANTS: ReadonlyMap<string, Quantity> = new Map<string, Quantity>([
  ["pi", new Angle(new Fraction(1, 2))],
  ["tau", new Angle(ONE)],
  ["e", E],
]);

/** Functions of one number; brackets around the argument are optional. */
export const FUNCTIONS: ReadonlyMap<string, (x: Quantity) => Quantity> = new Map<string, (x: Quantity) => Quantity>([
  ["sqrt", (x) => root(x, 2)],
  ["cbrt", (x) => (numberOf(x) < 0 ? negate(root(negate(x), 3)) : root(x, 3))],
  ["square", (x) => power(x, new Fraction(2))],
  ["cube", (x) => power(x, new Fraction(3))],
  ["abs", (x) => (numberOf(x) < 0 ? negate(x) : x)],
  ["round", whole((x) => x.round(), Math.round)],
  ["floor", whole((x) => x.floor(), Math.floor)],
  ["ceil", whole((x) => x.ceil(), Math.ceil)],
  ["factorial", factorial],
  ["exp", (x) => (isZero(x) ? ONE : approximately(Math.exp(numberOf(x))))],
  ["ln", (x) => (x === E ? ONE : isOne(x) ? new Fraction(0) : approximately(Math.log(numberOf(x))))],
  ["log", logarithm(10, Math.log10)],
  ["log10", logarithm(10, Math.log10)],
  ["log2", logarithm(2, Math.log2)],
  ["sin", (x) => sine(turnsOf(x)) ?? approximately(Math.sin(numberOf(x)))],
  ["cos", (x) => sine(turnsOf(x)?.add(1, 4)) ?? approximately(Math.cos(numberOf(x)))],
  ["tan", (x) => tangent(turnsOf(x)) ?? approximately(Math.tan(numberOf(x)))],
  ["asin", (x) => (isZero(x) ? x : approximately(Math.asin(numberOf(x))))],
  ["acos", (x) => (isOne(x) ? new Fraction(0) : approximately(Math.acos(numberOf(x))))],
  ["atan", (x) => (isZero(x) ? x : approximately(Math.atan(numberOf(x))))],
]);

/** Functions of any number of arguments, always with brackets. */
export const LISTS: ReadonlyMap<string, (numbers: readonly Quantity[]) => Quantity> = new Map([
  ["min", (numbers: readonly Quantity[]) => numbers.reduce((a, b) => (isLess(b, a) ? b : a))],
  ["max", (numbers: readonly Quantity[]) => numbers.reduce((a, b) => (isLess(a, b) ? b : a))],
]);

/** 170! is the largest that a double can hold. */
export function factorial(x: Quantity): Quantity {
  if (!(x instanceof Fraction) || x.d !== 1n || x.s < 0n) throw new SumError("no_factorial");
  if (x.n > 170n) throw new SumError("too_large");
  let product = 1n;
  for (let factor = 2n; factor <= x.n; factor++) product *= factor;
  return exactly(new Fraction(product));
}

function isZero(x: Quantity): boolean {
  return x instanceof Fraction && x.n === 0n;
}

function isOne(x: Quantity): boolean {
  return x instanceof Fraction && x.equals(ONE);
}

function isLess(a: Quantity, b: Quantity): boolean {
  return a instanceof Fraction && b instanceof Fraction ? a.lt(b) : numberOf(a) < numberOf(b);
}

/** A double close to a whole number does not tell on which side of it the exact value is. */
function whole(round: (x: Fraction) => Fraction, roundDouble: (x: number) => number) {
  return (x: Quantity): Quantity => {
    if (x instanceof Fraction) return round(x);
    const value = numberOf(x);
    const [below, above] = [roundDouble(value * (1 - 1e-12)), roundDouble(value * (1 + 1e-12))];
    return below === above ? new Fraction(below) : approximately(roundDouble(value));
  };
}

/** Exact for whole powers of the base. */
function logarithm(base: number, log: (x: number) => number) {
  return (x: Quantity): Quantity => {
    const value = approximately(log(numberOf(x) || Number.NaN));
    const candidate = new Fraction(Math.round(value.value));
    return x instanceof Fraction && new Fraction(base).pow(candidate).equals(x) ? candidate : value;
  };
}

function turnsOf(x: Quantity): Fraction | undefined {
  if (x instanceof Angle) return x.turns;
  return isZero(x) ? new Fraction(0) : undefined;
}

/** By twelfths of a turn, 30 degrees. All other sines of whole degrees are irrational. */
const SINES: Readonly<Record<string, Fraction>> = {
  0: new Fraction(0),
  1: new Fraction(1, 2),
  3: new Fraction(1),
  5: new Fraction(1, 2),
  6: new Fraction(0),
  7: new Fraction(-1, 2),
  9: new Fraction(-1),
  11: new Fraction(-1, 2),
};

function sine(turns: Fraction | undefined): Fraction | undefined {
  return turns && SINES[positiveRemainder(turns.mul(12), 12).toFraction()];
}

/** By eighths of a turn, 45 degrees; its period is half a turn. */
function tangent(turns: Fraction | undefined): Fraction | undefined {
  const eighths = turns && positiveRemainder(turns.mul(8), 4).toFraction();
  if (eighths === "2") throw new SumError("no_answer");
  return { 0: new Fraction(0), 1: new Fraction(1), 3: new Fraction(-1) }[eighths ?? ""];
}

function positiveRemainder(x: Fraction, by: number): Fraction {
  return x.mod(by).add(by).mod(by);
}
