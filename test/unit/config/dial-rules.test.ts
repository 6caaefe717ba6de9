import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type DialRules, NO_DIAL_RULES, parseDialRules } from "../../../src/config/dial-rules.js";

function read(text: string): DialRules {
  const parsed = parseDialRules(text);
  assert.ok("value" in parsed, JSON.stringify(parsed));
  return parsed.value;
}

const matches = (patterns: readonly RegExp[], number: string) => patterns.some((pattern) => pattern.test(number));

describe("DIAL_RULES", () => {
  it("has a row for each who, and the default for those that are not there", () => {
    const rules = read("clients: 100 _2XXX; NEVER: tel:+49-900-1;\nper_hour: 5\n");
    assert.deepEqual(
      ["100", "2345", "101"].map((number) => matches(rules.clients, number)),
      [true, true, false],
    );
    assert.ok(matches(rules.never, "+499001"));
    assert.deepEqual({ ...rules, clients: [], never: [] }, { ...NO_DIAL_RULES, callerDialsPerHour: 5 });
    assert.equal(read("emergency: Allow").callerEmergency, "allow");
  });

  it("names every wrong row, and what is expected there", () => {
    const parsed = parseDialRules(
      "client: 1; 100; constructor: 1; __proto__: 1; callers: _0X[; per_hour: many; emergency: yes; never: 1; never: 2",
    );
    assert.ok("problems" in parsed);
    const expected = [
      /^has an unknown row "client: 1"; rows are clients, callers, never, caller_ids, emergency, per_hour, per_number$/,
      /^has an unknown row "100"/,
      /^has an unknown row "constructor: 1"/,
      /^has an unknown row "__proto__: 1"/,
      /^callers: "_0X\["/,
      /^per_hour: expected a whole number from 0 to 100000$/,
      /^emergency: expected refuse or allow$/,
      /^has more than one row never$/,
    ];
    assert.equal(parsed.problems.length, expected.length, parsed.problems.join("|"));
    for (const [index, words] of expected.entries()) assert.match(parsed.problems[index] ?? "", words);
  });
});
