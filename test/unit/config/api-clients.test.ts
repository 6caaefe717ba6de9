import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseApiAccess } from "../../../src/config/api-access.js";
import type { ClientLimits } from "../../../src/config/api-clients.js";

const KEY = "0123456789abcdef";

function clients(text: string): readonly ClientLimits[] {
  const parsed = parseApiAccess(text);
  assert.ok("value" in parsed, JSON.stringify(parsed));
  return parsed.value.clients;
}

describe("the limits behind a key", () => {
  it("say what a client may have dialled, and how often it may ask", () => {
    const text = `crm:call:${KEY}1 dial_allow=_1XXX 2000 rate_per_minute=60, plain:all:${KEY}2`;
    const [crm, ...others] = clients(text);
    assert.deepEqual([crm?.name, crm?.ratePerMinute, others], ["crm", 60, []]);
    const allowed = (number: string) => crm?.dialAllow?.some((pattern) => pattern.test(number));
    assert.deepEqual(["1234", "2000", "2001"].map(allowed), [true, true, false]);
    assert.deepEqual(clients(`crm:all:${KEY}\trate_per_minute=0`), [{ name: "crm", ratePerMinute: 0 }]);
    assert.deepEqual(clients(`crm:all:${KEY} calls_per_hour=20 rate_per_minute=5`), [
      { name: "crm", ratePerMinute: 5, callsPerHour: 20 },
    ]);
  });

  it("hold for a name alone, whose key was taken away or stands in another entry", () => {
    const text = `crm:call:${KEY}1 rate_per_minute=60\ncrm dial_allow=2000\nformer rate_per_minute=5`;
    assert.deepEqual(
      clients(text).map(({ name, ratePerMinute, dialAllow }) => [name, ratePerMinute, dialAllow?.length]),
      [
        ["crm", 60, 1],
        ["former", 5, undefined],
      ],
    );
  });

  it("are refused by the place of their entry, without a word of the key", () => {
    const wrong: readonly (readonly [limits: string, words: RegExp])[] = [
      ["dial_allow=", /^entry 2 of 2 must have dialplan numbers or patterns as dial_allow/],
      ["dial_allow=_0X[", /^entry 2 of 2 has an invalid dial_allow: .*"\["/],
      ["rate_per_minute=-1", /^entry 2 of 2 must have a whole number from 0 to 100000 as rate_per_minute$/],
      ["calls_per_hour=many", /^entry 2 of 2 must have a whole number .* as calls_per_hour$/],
      ["rate_per_minute=6 dial_alow=1", /^entry 2 of 2 may have nothing after its key but dial_allow/],
    ];
    for (const [limits, words] of wrong) {
      const parsed = parseApiAccess(`${KEY},crm:call:${KEY}1 ${limits}`);
      assert.ok("problems" in parsed, limits);
      assert.match(parsed.problems.join("|"), words);
      assert.doesNotMatch(parsed.problems.join(), new RegExp(KEY));
    }
    const nameless = parseApiAccess(`sha256:${"0".repeat(64)} rate_per_minute=60`);
    assert.match(JSON.stringify(nameless), /its key has no name: write name:scopes:key/);
  });
});
