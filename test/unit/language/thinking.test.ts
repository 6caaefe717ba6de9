import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createThinkingFilter } from "../../../src/language/thinking.js";

function heard(...pieces: string[]): string {
  const filter = createThinkingFilter();
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

const cases: [text: string, heard: string][] = [
  ["<think>The caller wants the time.</think>\n\nIt is noon.", "It is noon."],
  ["\n<think></think>Hello.", "Hello."],
  ["<think>never finished", ""],
  ["Plain text.", "Plain text."],
  ["Use <think> tags.</think> Yes.", "Use <think> tags.</think> Yes."],
  ["<thin air>", "<thin air>"],
  ["<th", "<th"],
];

for (const [text, expected] of cases) {
  test(`of ${JSON.stringify(text)} is heard ${JSON.stringify(expected)}`, () => assert.equal(heard(text), expected));
}

test("however the text is cut into pieces, the same is heard", () => {
  fc.assert(
    fc.property(fc.constantFrom(...cases), fc.array(fc.nat(40)), ([text, expected], cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      assert.equal(heard(...at.slice(1).map((end, i) => text.slice(at[i], end))), expected);
    }),
  );
});
