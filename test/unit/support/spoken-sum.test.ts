import assert from "node:assert/strict";
import { test } from "node:test";
import { spokenSum } from "../../support/backends/spoken-sum.js";

const sums: Record<string, string> = {
  "what is seven times six": "7 * 6",
  "What's 7 x 6?": "7 * 6",
  "one is twenty two plus to you": "22 + 2",
  "how much is a hundred and five minus ten": "105 - 10",
  "two thousand and one divided by three": "2001 / 3",
  "nine take away for": "9 - 4",
  "two plus three times four": "2 + 3 * 4",
  "3.5 + 1": "3.5 + 1",
};

for (const [said, expression] of Object.entries(sums)) {
  test(`"${said}" is the sum ${expression}`, () => assert.equal(spokenSum(said), expression));
}

for (const said of ["what time is it", "tell me a joke", "one two three", "ten times", ""]) {
  test(`"${said}" is no sum`, () => assert.equal(spokenSum(said), undefined));
}
