import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ToolResult } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { calc, spokenNumber } from "../../../tools/calc.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const toolbox = createToolbox([calc], { timeoutMs: 1_000 });
const context = toolEnvironment();
const calculate = (expression: string): Promise<ToolResult> => toolbox.execute("CALC", { expression }, context);

const sums: [expression: string, answer: string][] = [
  ["6 * 7", "42"],
  ["2+3*4", "14"],
  ["(2+3)*4", "20"],
  ["-2^2", "minus 4"],
  ["2^3^2", "512"],
  ["2^-1", "0.5"],
  ["10/-2", "minus 5"],
  ["10 % 3", "1"],
  ["5!", "120"],
  ["0.1 + 0.2", "0.3"],
  [".5 + 5.", "5.5"],
  ["1/3", "about 0.333"],
  ["-1/3", "about minus 0.333"],
  ["0.05^2", "0.0025"],
  ["2(3+4)(1)", "14"],
  ["2 pi", "about 6.283"],
  ["sqrt(2)", "about 1.414"],
  ["max(1, 22, 3) - min(4, 5)", "18"],
  ["log(100) + ln(e) + log2(8)", "6"],
  ["sin(30 degrees)", "0.5"],
  ["2**10", "1,024"],
  ["7 × 6 ÷ 2", "21"],
  ["7 x 6 =", "42"],
  ["√16 + 3²", "13"],
  ["$1,234.50 + 1", "1,235.5"],
  ["(1,234 + 1) * 2", "2,470"],
  ["12345 * 1000", "12,345,000"],
  ["2^64", "about 1.84 times 10 to the power of 19"],
  ["10^20", "1 times 10 to the power of 20"],
  ["1/10^6", "1 times 10 to the power of minus 6"],
  ["seven times six", "42"],
  ["What is seven times six?", "42"],
  ["twenty-one plus two hundred and five", "226"],
  ["two point five times 4", "10"],
  ["3 thousand minus a hundred", "2,900"],
  ["a million divided by 8", "125,000"],
  ["15 percent of 80", "12"],
  ["15% of 80", "12"],
  ["200 plus 10 percent", "220"],
  ["200 - 10%", "180"],
  ["50%", "0.5"],
  ["2 to the power of 10", "1,024"],
  ["2 to the 3rd power", "8"],
  ["square root of 2", "about 1.414"],
  ["the cube root of 27", "3"],
  ["three squared plus four squared", "25"],
  ["half of 81", "40.5"],
  ["negative five plus two", "minus 3"],
  ["17 mod 5", "2"],
  ["5 factorial", "120"],
];
for (const [expression, answer] of sums) {
  test(`"${expression}" is ${answer}`, async () => {
    const { status, message } = await calculate(expression);
    assert.deepEqual({ status, message }, { status: "SUCCESS", message: `The answer is ${answer}.` });
  });
}

test("programs get the number itself", async () => {
  assert.deepEqual((await calculate("1/8")).data, { expression: "1/8", result: 0.125 });
});

test("a number is said as one says it", () => {
  const numbers: [number, string][] = [
    [0, "0"],
    [-0, "0"],
    [9_999, "9,999"],
    [10_000, "10,000"],
    [2.5, "2.5"],
    [2 / 3, "about 0.667"],
    [0.000123456, "about 0.000123"],
    [1e15, "1 times 10 to the power of 15"],
    [-1.5e-7, "minus 1.5 times 10 to the power of minus 7"],
    [123_456_789.123, "123,456,789.123"],
  ];
  for (const [number, words] of numbers) assert.equal(spokenNumber(number), words);
});

const unanswerable: [expression: string, words: RegExp][] = [
  ["1/0", /divide by zero/],
  ["5 % (2 - 2)", /divide by zero/],
  ["sqrt(-1)", /no answer/],
  ["171!", /too large/],
  ["10^400", /too large/],
  ["2.5!", /whole numbers/],
  ["3 plus", /do not understand/],
  ["", /do not understand|expression/],
  ["()", /do not understand/],
  ["banana", /banana/],
];
for (const [expression, words] of unanswerable) {
  test(`"${expression}" has FAILED with a sentence to speak`, async () => {
    const { status, message } = await calculate(expression);
    assert.equal(status, "FAILED");
    assert.match(message, words);
  });
}

test("whatever the text, the answer is a finite number or a sentence that says why not", async () => {
  const pieces = fc.constantFrom(
    ..."0123456789+-*/^!%(),.e ",
    "pi",
    "sqrt",
    "min(",
    "log",
    "percent of",
    "seven",
    "hundred",
    "point",
    "=",
    "'",
    "[",
    "__proto__",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
      const { status, message, data } = await calculate(parts.join("").slice(0, 200));
      assert.match(message, /^[A-Z].*\.$/s);
      assert.doesNotMatch(message, /did not work|NaN|Infinity|undefined/);
      assert.equal(Number.isFinite(data?.result), status === "SUCCESS");
    }),
    { numRuns: 2_000 },
  );
});
