import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ToolResult } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { calc } from "../../../tools/calc.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const toolbox = createToolbox([calc], { timeoutMs: 1_000 });
const context = toolEnvironment();
const calculate = (expression: string, language = "en"): Promise<ToolResult> =>
  toolbox.execute("CALC", { expression }, { ...context, language });

/** Undefined for a sum that could mean two. */
const sums: [expression: string, answer: string | undefined][] = [
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
  ["1234567 × 7654321", "9,449,772,114,007"],
  ["999999999999.25 * 4", "3,999,999,999,997"],
  ["9007199254740993 - 9007199254740992", "1"],
  ["100! / 98!", "9,900"],
  ["1/3 + 1/3 + 1/3", "1"],
  ["19.99 * 3", "59.97"],
  ["1.05^2", "1.1025"],
  ["1/32", "0.03125"],
  ["1/7000", "about 0.000143"],
  ["1000000000000.0001", "about 1,000,000,000,000"],
  ["10^14 / 3", "about 33,333,333,333,333"],
  ["123456789 * 987654321", "about 1.22 times 10 to the power of 17"],
  ["2^-2000", "about 0"],
  ["0^0", "1"],
  ["(-1)^(10^100)", "1"],
  ["8^(2/3)", "4"],
  ["2^0.5", "about 1.414"],
  ["sqrt(2)^2", "about 2"],
  ["sqrt(2)^2 - 2", "about 0"],
  ["sqrt(0.25)", "0.5"],
  ["cbrt(-8)", "minus 2"],
  ["log(1/1000)", "minus 3"],
  ["log(1001)", "about 3"],
  ["sin(180 degrees) + cos(pi)", "minus 1"],
  ["tan 45°", "1"],
  ["cos(0.0000001)", "about 1"],
  ["floor(pi) + ceil(pi)", "7"],
  ["-7 mod 3", "minus 1"],
  ["200 + 10% + 5", "225"],
  ["15% + 10%", "0.25"],
  ["20 percent off 80", "64"],
  ["what percent of 80 is 12", "15"],
  ["12 is what percent of 80?", "15"],
  ["fifteen percent of eighty dollars", "12"],
  ["double 16", "32"],
  ["Double of 16.", "32"],
  ["twice twelve", "24"],
  ["triple 5", "15"],
  ["16 halved", "8"],
  ["half of 9", "4.5"],
  ["half a million", "500,000"],
  ["5 plus 5 equals", "10"],
  ["5 + 5 = ?", "10"],
  ["What does 5 plus 5 make?", "10"],
  ["can you tell me what 5 times 5 is", "25"],
  ["Could you work out 17 times 23 for me?", "391"],
  ["what is um 5 uh plus 5", "10"],
  ["what's, um, twelve, uh, times seven?", "84"],
  ["three fourths", "0.75"],
  ["three quarters of 80", "60"],
  ["two-thirds of 90", "60"],
  ["a quarter of 80", "20"],
  ["one and a half times four", "6"],
  ["two and three quarters plus a quarter", "3"],
  ["2 1/2 times 4", "10"],
  ["2½ × 4", "10"],
  ["½ of 80", "40"],
  ["5 squared", "25"],
  ["the square of 5", "25"],
  ["2 to the tenth", "1,024"],
  ["two to the tenth power", "1,024"],
  ["ten to the power of minus two", "0.01"],
  ["twelve times twelve", "144"],
  ["one hundred and five minus six", "99"],
  ["nineteen hundred plus 26", "1,926"],
  ["two dozen plus three", "27"],
  ["2 million 500 thousand plus 1", "2,500,001"],
  ["two point oh five times 2", "4.1"],
  ["point five plus point two five", "0.75"],
  ["10 mod 3", "1"],
  ["the remainder of 10 divided by 3", "1"],
  ["1,000 times 2", "2,000"],
  ["three x four", "12"],
  ["minus five", "minus 5"],
  ["the sum of 1, 2 and 3", "6"],
  ["the product of five and six", "30"],
  ["subtract 5 from 12", "7"],
  ["take five away from twelve", "7"],
  ["multiply 5 by 6", "30"],
  ["divide 10 by 4", "2.5"],
  ["10 take away 3", "7"],
  ["how many times does 5 go into 20", "4"],
  ["10 000 / 4", "2,500"],
  ["10\u00a0000/4", "2,500"],
  ["10\u202f000 ÷ 4", "2,500"],
  ["10\u2009000 divided by 4", "2,500"],
  ["１０ ０００ / 4", "2,500"],
  ["1 000 000 / 4", "250,000"],
  ["1 234 567/1 000 000", "1.234567"],
  ["2 500.5 * 2", "5,001"],
  ["3 125/4", "781.25"],
  ["3 125 ÷ 1000", "3.125"],
  ["1 000½", "1,000.5"],
  ["max(1 000, 2, 300)", "1,000"],
  ["2 3/4", "2.75"],
  ["2 125/1000", undefined],
  ["3 125 / 1 000", undefined],
  ["1 0000 / 4", undefined],
  ["10 00 000 / 4", undefined],
  ["12 34 567 / 5", undefined],
  ["3 2 1/2", undefined],
  ["1 000 5 + 1", undefined],
];
for (const [expression, answer] of sums) {
  test(`"${expression}" is ${answer ?? "not understood"}`, async () => {
    const { status, message } = await calculate(expression);
    const understood = { status: "SUCCESS", message: `The answer is ${answer}.` };
    const refused = { status: "FAILED", message: "I do not understand that sum." };
    assert.deepEqual({ status, message }, answer === undefined ? refused : understood);
  });
}

/** What a sum comes to in languages with a decimal comma; undefined for one that could mean two. */
const withComma: [expression: string, result: number | undefined][] = [
  ["2,5 * 4", 10],
  ["0,125 * 8", 1],
  ["12,3456 + 1", 13.3456],
  ["1000,50 + 1", 1001.5],
  ["19,99*3", 59.97],
  ["1.234,50 + 1", 1235.5],
  ["1.234.567,5 + 1", 1_234_568.5],
  ["1.000.000 / 4", 250_000],
  ["1 234,50 + 1", 1235.5],
  ["15% of 80,50", 12.075],
  ["2.5 * 4", 10],
  ["0.125 * 8", 1],
  ["3.14159 * 2", 6.28318],
  ["19.99 * 3", 59.97],
  ["1,234.50 + 1", 1235.5],
  ["1,234,567 + 1", 1_234_568],
  ["1500 * 3", 4500],
  ["max(1,22,3) - min(4, 5)", 18],
  ["max(1,234)", 234],
  ["the sum of 1, 2 and 3", 6],
  ["1.000 + 5", undefined],
  ["1.500 * 3", undefined],
  ["3x1.500", undefined],
  ["2,500 * 2", undefined],
  ["max(1.500, 2)", undefined],
  ["1.23.4 + 1", undefined],
  ["2.5 * 1.125", 2.8125],
  ["0.5 * 1.500", 0.75],
  ["2,5 * 1.500", undefined],
  ["19.1250 * 4", 76.5],
  ["the sum of 10 200 300", undefined],
  ["the sum of 10 200 and 5", 10_205],
  ["min(3 100)", undefined],
];
for (const [expression, result] of withComma) {
  test(`"${expression}" is ${result ?? "not understood"} where numbers have a decimal comma`, async () => {
    for (const language of ["de", "es", "fr-CA", "it"]) {
      const { status, data } = await calculate(expression, language);
      assert.deepEqual([status, data?.result], [result === undefined ? "FAILED" : "SUCCESS", result], language);
    }
  });
}

test("programs get the number itself", async () => {
  assert.deepEqual((await calculate("1/8")).data, { expression: "1/8", result: 0.125 });
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
  ["one two three", /do not understand/],
  ["five and six", /and/],
  ["two thousand three million", /two/],
  ["tan 90 degrees", /no answer/],
  ["0^-1", /divide by zero/],
  ["(-8)^(1/3)", /no answer/],
  ["(-1)^(10^300 + 1)", /no answer/],
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
