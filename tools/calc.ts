import { defineTool } from "../src/toolbox/tool.js";
import { evaluate, SumError } from "./calc/evaluate.js";
import { arithmeticOf } from "./calc/words.js";

/** The longest expression, in characters. With it bounded, so are the depth, the steps and the time of evaluating. */
const MAX_EXPRESSION = 200;

export const calc = defineTool({
  name: "CALC",
  description:
    "Works out a sum exactly. Use it for every calculation. Knows + - * / ^ ! % and brackets, pi and e, sqrt, cbrt, abs, round, floor, ceil, ln, log (base 10), log2, exp, sin, cos, tan (radians), min, max, and plain words such as 15 percent of 80.",
  parameters: {
    expression: {
      type: "string",
      description: "The sum, such as (3 + 4) * 2 or square root of 2",
      required: true,
      maxLength: MAX_EXPRESSION,
    },
  },
  execute({ expression }) {
    try {
      const result = evaluate(arithmeticOf(String(expression).slice(0, MAX_EXPRESSION)));
      return { status: "SUCCESS", message: `The answer is ${spokenNumber(result)}.`, data: { expression, result } };
    } catch (error) {
      if (error instanceof SumError) return { status: "FAILED", message: error.message };
      throw error;
    }
  },
});

/** Up to here every whole number is exact, and people can follow it. */
const LARGEST_SAID = 1e15;
const SMALLEST_SAID = 1e-4;

/**
 * A number as one says it: "42", "minus 7.5", "about 0.333", "about 1.27 times 10 to the power of 30". Its thousands are
 * parted, for voices read 2026 as a year and 5551234 digit by digit.
 */
export function spokenNumber(value: number): string {
  if (value < 0) return withSign("minus ", spokenNumber(-value));
  if (value !== 0 && (value >= LARGEST_SAID || value < SMALLEST_SAID)) {
    const [digits = "", power = ""] = value.toExponential(2).split("e");
    const about = Number(`${digits}e${power}`) === value ? "" : "about ";
    return `${about}${Number(digits)} times 10 to the power of ${power.replace("+", "").replace("-", "minus ")}`;
  }
  const clean = Number(value.toPrecision(12)); // 0.1 + 0.2 is 0.3
  const rounded = clean < 0.1 ? Number(clean.toPrecision(3)) : Math.round(clean * 1_000) / 1_000;
  const exact = Math.abs(clean - rounded) < 1e-12 * Math.max(1, clean);
  const written = rounded.toLocaleString("en-US", { maximumFractionDigits: 7 });
  return exact ? written : `about ${written}`;
}

function withSign(sign: string, number: string): string {
  return number.startsWith("about ") ? number.replace("about ", `about ${sign}`) : sign + number;
}
