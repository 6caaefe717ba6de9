import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { calc } from "../../../tools/calc.js";
import { NUMBERS } from "../../../src/locales/en/numbers.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const toolbox = createToolbox([calc], { timeoutMs: 1_000 });
const context = toolEnvironment();

/** A sum and what it comes to, worked out here with whole numbers alone. */
interface Sum {
  readonly text: string;
  readonly over: bigint;
  readonly under: bigint;
}

async function answerTo(expression: string): Promise<string> {
  const { status, message } = await toolbox.execute("CALC", { expression }, context);
  assert.equal(status, "SUCCESS", `${expression}: ${message}`);
  return /^The answer is (.+)\.$/.exec(message)?.[1] ?? "";
}

/** "minus 1,234.5" as a fraction; a number with a power of ten as well. */
function fractionSaid(said: string): Omit<Sum, "text"> {
  const [digits = "", power = "0"] = said.split(" times 10 to the power of ");
  const [, sign, whole = "", decimals = ""] = /^(minus )?([\d,]+)\.?(\d*)$/.exec(digits) ?? assert.fail(said);
  const shift = Number(power.replace("minus ", "-")) - decimals.length;
  const over = BigInt(whole.replaceAll(",", "") + decimals) * (sign ? -1n : 1n);
  return shift < 0 ? { over, under: 10n ** BigInt(-shift) } : { over: over * 10n ** BigInt(shift), under: 1n };
}

const bigints = (min: bigint, max: bigint) => fc.bigInt({ min, max });
const literal = fc.oneof(
  bigints(0n, 12n).map((n) => ({ text: `${n}`, over: n, under: 1n })),
  bigints(0n, 10n ** 9n).map((n) => ({ text: `${n}`, over: n, under: 1n })),
  bigints(0n, 99_999n).map((n) => ({
    text: `${n / 100n}.${String(n % 100n).padStart(2, "0")}`,
    over: n,
    under: 100n,
  })),
);
const joined: Readonly<Record<string, (a: Sum, b: Sum) => readonly [over: bigint, under: bigint]>> = {
  "+": (a, b) => [a.over * b.under + b.over * a.under, a.under * b.under],
  "-": (a, b) => [a.over * b.under - b.over * a.under, a.under * b.under],
  "*": (a, b) => [a.over * b.over, a.under * b.under],
  "/": (a, b) => [a.over * b.under, a.under * b.over],
};
const sum = fc.array(fc.tuple(fc.constantFrom(..."+-*/"), literal), { minLength: 1, maxLength: 5 }).chain((steps) =>
  literal.map((first): Sum => {
    let result: Sum = first;
    for (const [sign, next] of steps) {
      if (sign === "/" && next.over === 0n) continue;
      const [over, under] = joined[sign]?.(result, next) ?? assert.fail(sign);
      result = { text: `(${result.text} ${sign} ${next.text})`, over, under };
    }
    return result;
  }),
);

describe("CALC held against whole numbers of any length", () => {
  it('says an answer without "about" only when it is that, and rounds to three digits or better', async () => {
    await fc.assert(
      fc.asyncProperty(sum, async ({ text, over, under }) => {
        const said = await answerTo(text);
        const { over: saidOver, under: saidUnder } = fractionSaid(said.replace("about ", ""));
        const off = over * saidUnder - saidOver * under;
        if (!said.startsWith("about ")) return assert.equal(off, 0n, `${text} is not ${said}`);
        assert.notEqual(off, 0n, `${text} is exactly ${said}`);
        const size = over * saidUnder;
        assert.ok((off < 0n ? -off : off) * 190n <= (size < 0n ? -size : size), `${text} is not ${said}`);
      }),
      { numRuns: 3_000 },
    );
  });

  it("multiplies whole numbers exactly up to fifteen digits", async () => {
    await fc.assert(
      fc.asyncProperty(bigints(0n, 31_622_776n), bigints(0n, 31_622_776n), async (a, b) => {
        assert.equal(await answerTo(`${a} times ${b}`), (a * b).toLocaleString("en-US"));
      }),
    );
  });

  it("understands every number in the words in which it says them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -999_999_999, max: 999_999_999 }), async (number) => {
        const answer = await answerTo(NUMBERS.inWords(number));
        assert.equal(answer, number.toLocaleString("en-US").replace("-", "minus "));
      }),
      { numRuns: 1_000 },
    );
  });
});
