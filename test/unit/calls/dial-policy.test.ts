import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseDialPattern } from "../../../src/config/dial-pattern.js";
import { createDialPolicy } from "../../../src/calls/dial-policy.js";

const patterns = (...written: string[]) => written.map(parseDialPattern);
const open = { allow: [], callerAllow: [], deny: [] };

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
    const policy = createDialPolicy({ allow: patterns("_X."), callerAllow: patterns("_X."), deny: patterns("_0900.") });
    assert.ok(policy.clientMayDial("030123"));
    assert.ok(!policy.clientMayDial("0900123"));
    assert.ok(!policy.callerMayDial("0900123", "0900123"));
  });

  it("asks each list of its own", () => {
    const policy = createDialPolicy({ allow: patterns("_X."), callerAllow: patterns("_2XXX"), deny: [] });
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
