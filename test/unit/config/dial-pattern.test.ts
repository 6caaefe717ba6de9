import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseDialPattern, parseDialPatterns } from "../../../src/config/dial-pattern.js";

describe("a dial pattern", () => {
  const MATCHES: readonly [pattern: string, matching: readonly string[], other: readonly string[]][] = [
    ["100", ["100"], ["1000", "10", "x100"]],
    ["_1XX", ["100", "199"], ["1", "10", "1000", "200", "1aa"]],
    ["_NXXNXXXXXX", ["2125551234"], ["1125551234", "212555123"]],
    ["_Z.", ["10", "1x"], ["1", "01"]],
    ["_0!", ["0", "0123"], ["1"]],
    ["_[13-5]X", ["10", "30", "45"], ["20", "60"]],
    ["_+49.", ["+4930"], ["+49", "4930", "+50123"]],
    ["_*9X", ["*90"], ["x90", "990"]],
    ["_X-X-X", ["123"], ["1-2-3"]],
  ];
  for (const [pattern, matching, other] of MATCHES) {
    it(`${pattern} matches ${matching.join(", ")} and not ${other.join(", ")}`, () => {
      const parsed = parseDialPattern(pattern);
      for (const number of matching) assert.ok(parsed.test(number), number);
      for (const number of other) assert.ok(!parsed.test(number), number);
    });
  }

  for (const pattern of ["_", "_.1", "_[", "_[]", "_[1", "_1,2", "_(1)", "a b", "", "_[9-1]", "1/2", "100@x", "_1.!"]) {
    it(`"${pattern}" is refused with a sentence that names it`, () => {
      assert.throws(() => parseDialPattern(pattern), RangeError);
    });
  }
});

describe("a list of dial patterns", () => {
  const matching = (text: string, number: string) => parseDialPatterns(text).some((pattern) => pattern.test(number));

  it("is separated by commas and blanks, not by the blanks within a pasted number", () => {
    for (const number of ["100", "2345", "+49301234567"]) {
      assert.ok(matching("100 _2XXX,+49\u00a030\u00a01234567", number), number);
      assert.ok(matching(" 100,\n_2XXX , +49-30-1234567 ", number), number);
    }
  });

  it("is refused where a number with blanks would permit, or deny, its groups one by one", () => {
    for (const text of ["+49 30 1234567", "100 +49 30 1234567 _2XXX", "(030) 1234567", "100, +49 (30) 123"]) {
      assert.throws(() => parseDialPatterns(text), /separate numbers; write a single number as [+\d]+$/, text);
    }
    assert.ok(matching("+49301234567 +4930999", "+4930999"));
  });
});
