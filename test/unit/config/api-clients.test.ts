import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseApiClients } from "../../../src/config/api-clients.js";

describe("API_CLIENTS", () => {
  it("says what single clients may have dialled, and how often they may ask", () => {
    const parsed = parseApiClients('{"crm": {"dial_allow": "_1XXX 2000", "rate_per_minute": 60}, "constructor": {}}');
    assert.ok("value" in parsed);
    const [crm, other] = parsed.value;
    assert.deepEqual([crm?.name, crm?.ratePerMinute], ["crm", 60]);
    const allowed = (number: string) => crm?.dialAllow?.some((pattern) => pattern.test(number));
    assert.deepEqual(["1234", "2000", "2001"].map(allowed), [true, true, false]);
    assert.deepEqual(other, { name: "constructor", dialAllow: undefined, ratePerMinute: undefined });
  });

  it("names every fault with its client and field", () => {
    const parsed = parseApiClients(
      '{"a b": {}, "x": 1, "y": {"dial_alow": "1", "rate_per_minute": -1}, "z": {"dial_allow": "_0X[", "rate_per_minute": "6"}, "e": {"dial_allow": " "}}',
    );
    assert.ok("problems" in parsed);
    const expected = [
      /^"a b" must be the name of a key$/,
      /^"x" must be an object with dial_allow or rate_per_minute$/,
      /^"y"\.dial_alow is not known/,
      /^"y"\.rate_per_minute must be a whole number from 0 to 100000$/,
      /^"z"\.rate_per_minute/,
      /^"z"\.dial_allow: .*"\["/,
      /^"e"\.dial_allow must be numbers and patterns/,
    ];
    assert.equal(parsed.problems.length, expected.length, parsed.problems.join("|"));
    for (const [index, pattern] of expected.entries()) assert.match(parsed.problems[index] ?? "", pattern);
    assert.match(JSON.stringify(parseApiClients("{")), /is not JSON \(line 1/);
    assert.ok("expected" in parseApiClients("[]"));
  });
});
