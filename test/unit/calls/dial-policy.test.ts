import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseDialPattern } from "../../../src/calls/dial-pattern.js";
import { createDialPolicy } from "../../../src/calls/dial-policy.js";

const open = { allow: [], callerAllow: [], deny: [] };

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

describe("the dial policy", () => {
  it("lets a client dial any number, and a caller themselves and short ones, unless told otherwise", () => {
    const policy = createDialPolicy(open);
    assert.ok(policy.clientMayDial("+15551234567"));
    assert.ok(policy.callerMayDial("+15551234567", "+15551234567"));
    assert.ok(policy.callerMayDial("2001", "anonymous"));
    assert.ok(!policy.callerMayDial("+15551234567", "2001"));
    assert.ok(!policy.callerMayDial("1234567", "2001"));
    assert.ok(!policy.callerMayDial("", ""));
  });

  it("lets a denial win over both permissions", () => {
    const policy = createDialPolicy({ allow: ["_X."], callerAllow: ["_X."], deny: ["_0900."] });
    assert.ok(policy.clientMayDial("030123"));
    assert.ok(!policy.clientMayDial("0900123"));
    assert.ok(!policy.callerMayDial("0900123", "0900123"));
  });

  it("asks each list of its own", () => {
    const policy = createDialPolicy({ allow: ["_X."], callerAllow: ["_2XXX"], deny: [] });
    assert.ok(policy.clientMayDial("030123"));
    assert.ok(!policy.callerMayDial("030123", "030123"));
    assert.ok(policy.callerMayDial("2001", "2002"));
  });

  it("never lets through what could mean more than a number in a dial string", () => {
    const policy = createDialPolicy(open);
    const special = fc.constantFrom(
      "/",
      "@",
      "&",
      ",",
      "(",
      ")",
      "|",
      " ",
      "\n",
      "\r",
      "\0",
      ";",
      "$",
      "{",
      "}",
      "%",
      "'",
      '"',
      "\\",
      "^",
    );
    fc.assert(
      fc.property(fc.string(), special, fc.string(), (before, character, after) => {
        const number = before + character + after;
        assert.ok(!policy.clientMayDial(number));
        assert.ok(!policy.callerMayDial(number, number));
      }),
    );
    for (const number of [
      "PJSIP/1",
      "1@x",
      "1&2",
      "Local/1@default",
      "1,30,Tt",
      "-1",
      ".1",
      "1".repeat(65),
      "１２３",
      "1\n",
    ]) {
      assert.ok(!policy.clientMayDial(number), number);
    }
  });
});
