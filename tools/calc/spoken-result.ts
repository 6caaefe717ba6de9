import Fraction from "fraction.js";
import type { Locale } from "../../src/locales/locale.js";
import { numberOf, type Quantity } from "./quantity.js";

/** Beyond these limits a number is spoken with a power of ten: listeners cannot follow more digits. */
const LARGEST_SAID = 1e15;
const SMALLEST_SAID = 1e-4;
/** The maximum number of decimals, and of digits in all, of a number that is spoken exactly. */
const MAX_DECIMALS = 6;
const MAX_DIGITS = 15;

/**
 * A number as it is spoken: "42", "minus 7.5", "about 0.333", "about 1.27 times 10 to the power of 30". A number that is not
 * exact, or has too many digits, is introduced by "about": rounded to three decimals, below 0.1 and with powers of ten to three
 * digits. Thousands are separated, because voices read 2026 as a year and 5551234 digit by digit.
 */
export function spokenResult(result: Quantity, locale: Locale): string {
  const exact = result instanceof Fraction ? result.abs() : undefined;
  const value = numberOf(result);
  const said = exact && exactlySaid(exact, locale);
  const sign = value < 0 ? `${locale.numbers.minus} ` : "";
  return said === undefined ? locale.tools.calc.about(sign + roundlySaid(Math.abs(value), locale)) : sign + said;
}

/** Undefined when it has too many digits. */
function exactlySaid(value: Fraction, locale: Locale): string | undefined {
  const rounded = roundlySaid(numberOf(value), locale);
  if (isSaidWithPower(numberOf(value))) {
    const [digits = "", power = "0"] = numberOf(value).toExponential(2).split("e");
    return new Fraction(digits).mul(new Fraction(10).pow(Number(power))).equals(value) ? rounded : undefined;
  }
  const millionths = value.mul(10 ** MAX_DECIMALS);
  if (millionths.d !== 1n) return undefined;
  const whole = value.floor().n;
  const decimals = String(millionths.n).slice(-MAX_DECIMALS).padStart(MAX_DECIMALS, "0").replace(/0+$/, "");
  if (String(whole).length + decimals.length > MAX_DIGITS) return undefined;
  return whole.toLocaleString(locale.tag) + (decimals && `${locale.numbers.mark}${decimals}`);
}

function roundlySaid(value: number, { tag, numbers, tools }: Locale): string {
  if (isSaidWithPower(value)) {
    const [digits = "", power = ""] = value.toExponential(2).split("e");
    return tools.calc.power(
      Number(digits).toLocaleString(tag),
      power.replace("+", "").replace("-", `${numbers.minus} `),
    );
  }
  if (value < 0.1) return Number(value.toPrecision(3)).toLocaleString(tag, { maximumFractionDigits: 7 });
  // The number of digits of a double that are reliable after a few steps.
  const decimals = Math.min(3, Math.max(0, 11 - Math.floor(Math.log10(value))));
  return value.toLocaleString(tag, { maximumFractionDigits: decimals });
}

function isSaidWithPower(value: number): boolean {
  return value !== 0 && (value >= LARGEST_SAID || value < SMALLEST_SAID);
}
