import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { roundedRemainder, spelledOut, tenthsInWords } from "../../../src/locales/counting.js";
import { NUMBERS } from "../../../src/locales/en/numbers.js";
import { counted, listed, TIMES } from "../../../src/locales/en/times.js";

function table<T>(say: (value: T) => string, rows: readonly (readonly [T, string])[]): void {
  for (const [value, words] of rows) assert.equal(say(value), words);
}

describe("what is written to be heard", () => {
  it("has whole numbers in words", () => {
    table(NUMBERS.inWords, [
      [0, "zero"],
      [-0.4, "zero"],
      [7, "seven"],
      [13, "thirteen"],
      [20, "twenty"],
      [21, "twenty one"],
      [99, "ninety nine"],
      [100, "one hundred"],
      [105, "one hundred and five"],
      [342, "three hundred and forty two"],
      [1000, "one thousand"],
      [2026, "two thousand and twenty six"],
      [12_345, "twelve thousand three hundred and forty five"],
      [1_000_001, "one million and one"],
      [-3, "minus three"],
      [1e9, "1000000000"],
      [Number.NaN, "NaN"],
    ]);
  });

  it("has tenths in words", () => {
    table(
      (value: number) => tenthsInWords(value, NUMBERS),
      [
        [0.3, "zero point three"],
        [2.04, "two"],
        [1.96, "two"],
        [-0.04, "zero"],
        [-1.5, "minus one point five"],
      ],
    );
  });

  it("reads telephone numbers sign by sign", () => {
    table(
      (number: string) => spelledOut(number, NUMBERS),
      [
        ["1002", "one zero zero two"],
        ["+49*#", "plus four nine star hash"],
        ["reception", "reception"],
        ["desk-2", "desk dash two"],
      ],
    );
  });

  it("has lengths of time as people say them", () => {
    table(TIMES.duration, [
      [0, "no time"],
      [1, "one second"],
      [10, "ten seconds"],
      [60, "one minute"],
      [90, "one minute and thirty seconds"],
      [600, "ten minutes"],
      [3600, "an hour"],
      [3661, "an hour, one minute and one second"],
      [7200, "two hours"],
      [86_400, "one day"],
      [90_000, "one day and an hour"],
    ]);
    table(
      (seconds: number) => TIMES.duration(roundedRemainder(seconds)),
      [
        [-5, "one second"],
        [0.2, "one second"],
        [599, "nine minutes and fifty nine seconds"],
        [629, "ten minutes"],
        [3599, "an hour"],
        [90_000, "one day and an hour"],
      ],
    );
  });

  it("has lists and counts", () => {
    table(listed, [
      [[], ""],
      [["a"], "a"],
      [["a", "b"], "a and b"],
      [["a", "b", "c"], "a, b and c"],
    ]);
    assert.deepEqual(
      [0, 1, 2].map((count) => counted(count, "timer")),
      ["no timers", "one timer", "two timers"],
    );
  });
});
