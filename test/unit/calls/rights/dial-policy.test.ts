import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseDialPattern } from "../../../../src/config/dial-pattern.js";
import { createDialPolicy, type DialRules } from "../../../../src/calls/rights/dial-policy.js";

import { isEmergencyNumber, isPremiumNumber } from "../../../../src/calls/rights/special-numbers.js";
import { DENIED, spellingsOf } from "../../../support/number-spellings.js";

const patterns = (...written: string[]) => written.map(parseDialPattern);
const open: DialRules = { allow: [], callerAllow: [], deny: [], callerEmergency: "refuse", ownExtension: "8000" };

describe("the dial policy", () => {
  it("by default a client may dial any number, and a caller short ones", () => {
    const policy = createDialPolicy(open);
    for (const number of ["+15551234567", "2001", "030-123", "112", "8000"])
      assert.ok(policy.clientMayDial(number), number);
    assert.ok(policy.callerMayDial("2001"));
    assert.ok(policy.callerMayDial("123456"));
    for (const number of ["+15551234567", "1234567", "5", "", "*72", "2o01"]) {
      assert.ok(!policy.callerMayDial(number), number);
    }
  });

  it("checks a number by the rule of the caller who asks for the call or, without one, by the client's", () => {
    const policy = createDialPolicy({ ...open, clientAllow: new Map([["crm", patterns("_1XXX")]]) });
    const refusal = { code: "destination_not_allowed", message: "The number 2001 may not be dialled." };
    policy.check("+15551234567");
    policy.check("1001", { client: "crm" });
    policy.check("2001", { onBehalfOf: "", client: "crm" });
    assert.throws(() => policy.check("2001", { client: "crm" }), refusal);
    assert.throws(() => policy.check("+15551234567", { onBehalfOf: "2001" }), { code: "destination_not_allowed" });
  });

  it("refuses feature codes and names to clients unless a list has them", () => {
    const policy = createDialPolicy(open);
    for (const code of ["*72", "*", "#", "#21", "72*1", "reception", "A1"])
      assert.ok(!policy.clientMayDial(code), code);
    const allowed = createDialPolicy({ ...open, allow: patterns("*72", "reception") });
    assert.ok(allowed.clientMayDial("*72"));
    assert.ok(allowed.clientMayDial("reception"));
    assert.ok(!allowed.clientMayDial("2001"));
  });

  it("lets a client that has a list of its own dial what stands in both lists, and all others what stands in one", () => {
    const policy = createDialPolicy({
      ...open,
      allow: patterns("_1XXX", "_2XXX"),
      clientAllow: new Map([["crm", patterns("_1XXX", "_0.")]]),
      deny: patterns("1666"),
    });
    const may = (client?: string) =>
      ["1001", "2001", "0190", "1666"].map((number) => policy.clientMayDial(number, client));
    assert.deepEqual(may("crm"), [true, false, false, false]);
    assert.deepEqual(may("other"), [true, true, false, false]);
    assert.deepEqual(may(), may("other"));
  });

  it("lets a client whose key is gone dial nothing, and says so", () => {
    const policy = createDialPolicy({ ...open, clients: new Set(["crm"]) });
    const may = ["crm", "gone", undefined].map((client) => policy.clientMayDial("1001", client));
    assert.deepEqual(may, [true, false, true]);
    policy.check("1001", { client: "crm" });
    policy.check("1001", { client: "gone", onBehalfOf: "1002" });
    assert.throws(() => policy.check("1001", { client: "gone" }), {
      code: "destination_not_allowed",
      message: "The key gone, for which 1001 was to be called, no longer exists.",
    });
  });

  it("lets a denial win over both permissions", () => {
    const policy = createDialPolicy({
      ...open,
      allow: patterns("_X."),
      callerAllow: patterns("_X."),
      deny: patterns("_0900."),
    });
    assert.ok(policy.clientMayDial("030123"));
    assert.ok(!policy.clientMayDial("0900123"));
    assert.ok(!policy.callerMayDial("0900123"));
  });

  it("denies a number in every spelling of it", () => {
    for (const [entry, number] of Object.entries(DENIED)) {
      const policy = createDialPolicy({ ...open, allow: patterns("_.", "_!"), deny: patterns(entry) });
      for (const spelling of spellingsOf(number, 100)) {
        // Asterisk skips dashes alone in a name: with further dots it is another.
        if (/[a-z]/.test(number) && spelling.replaceAll("-", "") !== number.replaceAll("-", "")) continue;
        assert.ok(!policy.clientMayDial(spelling), `${spelling} for ${entry}`);
      }
      assert.ok(policy.clientMayDial("2001"), entry);
    }
  });

  it("decides about all spellings of a number alike", () => {
    const policy = createDialPolicy({
      ...open,
      deny: patterns("_0900.", "1-1-2"),
      clientAllow: new Map([["crm", patterns("_1XXX")]]),
    });
    const digits = fc.array(fc.constantFrom(..."0123456789"), { minLength: 1, maxLength: 12 });
    const marks = fc.array(fc.stringMatching(/^[-._]{0,2}$/), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(digits, marks, (number, between) => {
        const spelling = number.map((digit, at) => digit + between[at]).join("");
        const plain = number.join("");
        assert.equal(policy.clientMayDial(spelling), policy.clientMayDial(plain));
        assert.equal(policy.clientMayDial(spelling, "crm"), policy.clientMayDial(plain, "crm"));
        assert.equal(policy.callerMayDial(spelling), policy.callerMayDial(plain));
      }),
      { numRuns: 2_000 },
    );
  });

  it("has callers dial no short premium numbers unless a list names them", () => {
    const policy = createDialPolicy(open);
    const premium = ["11833", "118118", "1-18-33", "0118-33", "1811", "1888", "1207", "1254", "411", "892424", "018"];
    for (const number of premium) {
      assert.ok(!policy.callerMayDial(number), number);
      assert.ok(policy.clientMayDial(number), number);
    }
    assert.ok(createDialPolicy({ ...open, callerAllow: patterns("_118XX") }).callerMayDial("11833"));
    for (const extension of ["2001", "180", "1000", "8000", "3201", "8924", "4110"]) {
      assert.ok(!isPremiumNumber(extension), extension);
    }
  });

  it("asks each list of its own", () => {
    const policy = createDialPolicy({ ...open, allow: patterns("_X."), callerAllow: patterns("_2XXX") });
    assert.ok(policy.clientMayDial("030123"));
    assert.ok(!policy.callerMayDial("030123"));
    assert.ok(policy.callerMayDial("2001"));
  });

  it("never lets a caller dial an emergency number or the assistant itself, whatever the lists say", () => {
    const lists = { ...open, callerAllow: patterns("_X.", "_X-", "_+X.") };
    const policy = createDialPolicy(lists);
    for (const number of ["112", "911", "999", "000", "15", "119", "1-1-2", "9.1.1", "+112", "9911", "0112", "10111"]) {
      assert.ok(!policy.callerMayDial(number), number);
      assert.ok(policy.clientMayDial(number), number);
    }
    for (const own of ["8000", "8-0-00", "8_000"]) assert.ok(!policy.callerMayDial(own), own);
    assert.ok(policy.callerMayDial("118118"));
    const bold = createDialPolicy({ ...lists, callerEmergency: "allow" });
    assert.ok(bold.callerMayDial("112"));
    assert.ok(!bold.callerMayDial("8000"));
  });

  it("knows the emergency numbers of every continent, and takes no extension for one", () => {
    const known = ["112", "911", "999", "000", "111", "110", "119", "100", "108", "190", "10111", "17", "1122", "1308"];
    for (const number of known) assert.ok(isEmergencyNumber(number), number);
    for (const number of ["2001", "8000", "200", "9000", "118118", "12", "", "+15551234567", "5112"]) {
      assert.ok(!isEmergencyNumber(number), number);
    }
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
        assert.ok(!policy.callerMayDial(number));
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
