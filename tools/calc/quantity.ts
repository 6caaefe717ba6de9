import Fraction from "fraction.js";
import { SumError } from "./sum-error.js";

/**
 * A number: exact, as a fraction; exact, as an angle, so that the sine of 30 degrees is exactly a half; or only as the nearest
 * double.
 */
export type Quantity = Fraction | Angle | Approximation;

/** A fraction of a full turn, which in radians is a multiple of pi: pi itself is half a turn. */
export class Angle {
  constructor(readonly turns: Fraction) {}
}

export class Approximation {
  constructor(readonly value: number) {}
}

/** Maximum length of numerators and denominators, so that an expression of many steps takes no more than 2 ms. 117! fits. */
const MAX_BITS = 640;
const MAX_DENOMINATOR_BITS = 256;

/** The difference of two doubles is noise when it is smaller than this fraction of them. */
const NOISE = 1e-12;

/** The double nearest to a quantity. */
export function numberOf(quantity: Quantity): number {
  if (quantity instanceof Approximation) return quantity.value;
  if (quantity instanceof Angle) return 2 * Math.PI * numberOf(quantity.turns);
  const { s, n, d } = quantity;
  // A quotient of 64 bits; numerator and denominator may be too large for a double.
  const shift = 64 - bitsOf(n) + bitsOf(d);
  const quotient = shift > 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return Number(s * quotient) * 2 ** -shift;
}

/** @throws {SumError} when it is not a number, or too large for a double */
export function approximately(value: number): Approximation {
  if (Number.isNaN(value)) throw new SumError("no_answer");
  if (!Number.isFinite(value)) throw new SumError("too_large");
  return new Approximation(value);
}

/** The fraction if it is short enough, otherwise its double. */
export function exactly(fraction: Fraction): Quantity {
  if (bitsOf(fraction.n) <= MAX_BITS && bitsOf(fraction.d) <= MAX_DENOMINATOR_BITS) return fraction;
  return approximately(numberOf(fraction));
}

function angle(turns: Fraction): Quantity {
  const kept = exactly(turns);
  return kept instanceof Fraction ? new Angle(kept) : approximately(2 * Math.PI * numberOf(kept));
}

export function negate(a: Quantity): Quantity {
  if (a instanceof Fraction) return a.neg();
  return a instanceof Angle ? new Angle(a.turns.neg()) : new Approximation(-a.value);
}

export function add(a: Quantity, b: Quantity): Quantity {
  if (a instanceof Fraction && b instanceof Fraction) return exactly(a.add(b));
  if (a instanceof Angle && b instanceof Angle) return angle(a.turns.add(b.turns));
  const sum = numberOf(a) + numberOf(b);
  return approximately(Math.abs(sum) < NOISE * Math.abs(numberOf(a)) ? 0 : sum);
}

export function multiply(a: Quantity, b: Quantity): Quantity {
  if (a instanceof Fraction && b instanceof Fraction) return exactly(a.mul(b));
  if (a instanceof Angle && b instanceof Fraction) return angle(a.turns.mul(b));
  if (a instanceof Fraction && b instanceof Angle) return angle(b.turns.mul(a));
  return approximately(numberOf(a) * numberOf(b));
}

export function divide(a: Quantity, b: Quantity): Quantity {
  refuseZero(b);
  if (a instanceof Fraction && b instanceof Fraction) return exactly(a.div(b));
  if (a instanceof Angle && b instanceof Fraction) return angle(a.turns.div(b));
  if (a instanceof Angle && b instanceof Angle) return exactly(a.turns.div(b.turns));
  return approximately(numberOf(a) / numberOf(b));
}

/** The remainder of a divided by b; it has the sign of a. */
export function remainder(a: Quantity, b: Quantity): Quantity {
  refuseZero(b);
  if (a instanceof Fraction && b instanceof Fraction) return exactly(a.mod(b));
  return approximately(numberOf(a) % numberOf(b));
}

export function power(base: Quantity, exponent: Quantity): Quantity {
  if (numberOf(exponent) < 0) refuseZero(base);
  const exact = base instanceof Fraction && exponent instanceof Fraction ? exactPower(base, exponent) : undefined;
  if (exact) return exact;
  const isSignUnknown = numberOf(base) < 0 && exponent instanceof Approximation; // odd or even?
  return approximately(isSignUnknown ? Number.NaN : numberOf(base) ** numberOf(exponent));
}

/** Undefined when the power is irrational or too long. */
function exactPower(base: Fraction, exponent: Fraction): Quantity | undefined {
  const root = exponent.d === 1n ? base : base.s < 0n ? undefined : exactRoot(base, Number(exponent.d));
  if (!root) return undefined;
  // One bit less than it has: powers of one stay short, and no others can exceed twice the maximum.
  const bits = Math.max(bitsOf(root.n), bitsOf(root.d)) - 1;
  return bits * Number(exponent.n) <= MAX_BITS ? exactly(root.pow(exponent.mul(exponent.d))) : undefined;
}

/** The root of a non-negative number. */
export function root(of: Quantity, degree: number): Quantity {
  const exact = of instanceof Fraction && of.s > 0n ? exactRoot(of, degree) : undefined;
  return exact ?? approximately(numberOf(of) ** (1 / degree));
}

/** Undefined when it is irrational, or too large to tell. */
function exactRoot({ n, d }: Fraction, degree: number): Fraction | undefined {
  const [over, under] = [n, d].map((whole) => {
    const candidate = BigInt(Math.round(Number(whole) ** (1 / degree)));
    return candidate ** BigInt(degree) === whole ? candidate : undefined;
  });
  return over === undefined || under === undefined ? undefined : new Fraction(over, under);
}

function refuseZero(divisor: Quantity): void {
  if (numberOf(divisor) === 0) throw new SumError("by_zero");
}

function bitsOf(whole: bigint): number {
  return whole.toString(2).length;
}
