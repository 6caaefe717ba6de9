import { localeOf } from "../src/locales/locales.js";
import { defineTool } from "../src/toolbox/tool.js";
import { evaluate } from "./calc/evaluate.js";
import { numberOf } from "./calc/quantity.js";
import { spokenResult } from "./calc/spoken-result.js";
import { SumError } from "./calc/sum-error.js";
import { arithmeticOf } from "./calc/words.js";

/** Maximum length of an expression, in characters. This also bounds the depth, the steps and the time of its evaluation. */
const MAX_EXPRESSION = 200;

export const calc = defineTool({
  name: "CALC",
  description:
    "Works out a sum exactly. Use it for every calculation. Knows + - * / ^ ! % and brackets, pi and e, sqrt, cbrt, abs, round, floor, ceil, ln, log (base 10), log2, exp, sin, cos, tan (radians), min, max, and plain words such as 15 percent of 80.",
  parameters: {
    expression: {
      type: "string",
      description:
        "The sum, such as (3 + 4) * 2 or square root of 2; numbers without thousands separators, with a decimal point and never just three digits behind it, such as 1234.5, and 1.1250 for 1.125",
      required: true,
      maxLength: MAX_EXPRESSION,
    },
  },
  execute({ expression }, { language }) {
    const locale = localeOf(language);
    const words = locale.tools.calc;
    try {
      const result = evaluate(arithmeticOf(String(expression).slice(0, MAX_EXPRESSION), locale.numbers.mark));
      return {
        status: "SUCCESS",
        message: words.answer(spokenResult(result, locale)),
        data: { expression, result: numberOf(result) },
      };
    } catch (error) {
      if (!(error instanceof SumError)) throw error;
      const { fault, unknownName } = error;
      const message = unknownName === undefined ? words.faults[fault] : words.unknownName(unknownName);
      return { status: "FAILED", message };
    }
  },
});
