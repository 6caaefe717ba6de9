import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { parseApiAccess } from "../../../src/config/api-access.js";
import { type ApiKey, SCOPES } from "../../../src/config/api-keys.js";

const KEY = "0123456789abcdef";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function read(text: string): readonly ApiKey[] {
  const parsed = parseApiAccess(text);
  assert.ok("value" in parsed, JSON.stringify(parsed));
  return parsed.value.keys;
}

function problemsOf(text: string): string {
  const parsed = parseApiAccess(text);
  assert.ok("problems" in parsed, JSON.stringify(parsed));
  return parsed.problems.join("|");
}

describe("API_KEYS", () => {
  it("holds keys that may do everything, and keys with a name and scopes", () => {
    const [plain, prometheus, crm] = read(`${KEY}, prometheus:metrics:${KEY}2\ncrm:call+read:${KEY}3,`);
    assert.deepEqual([plain?.name, plain?.scopes, plain?.digest], [undefined, SCOPES, sha256(KEY)]);
    assert.deepEqual([prometheus?.name, prometheus?.scopes], ["prometheus", ["metrics"]]);
    assert.equal(prometheus?.digest, sha256(`${KEY}2`));
    assert.deepEqual([crm?.name, crm?.scopes], ["crm", ["read", "call"]]);
    assert.deepEqual(read(`boss:all:${KEY}`)[0]?.scopes, SCOPES);
  });

  it("may hold digests instead", () => {
    const [plain, named] = read(`sha256:${sha256(KEY)},crm:read:sha256:${sha256(`${KEY}2`).toUpperCase()}`);
    assert.deepEqual([plain?.name, plain?.digest], [undefined, sha256(KEY)]);
    assert.deepEqual([named?.name, named?.digest], ["crm", sha256(`${KEY}2`)]);
    assert.match(problemsOf("crm:read:sha256:abcdef"), /entry 1 of 1 must have 64 hexadecimal digits after sha256:/);
  });

  it("refuses what has a colon and is of no form: a slip makes no key that is good for everything", () => {
    const slips: [entry: string, words: RegExp][] = [
      [`monitoring-prom:read,metrics:${KEY}0123`, /^entry 2 of 3 has a colon, .*\|entry 3 of 3 has a colon/],
      [`9app:read:sha256:${sha256(KEY)}`, /^entry 2 of 2 .* its name is not 1 to 32 letters/],
      [`${"n".repeat(33)}:read:${KEY}`, /^entry 2 of 2 .* its name is not/],
      [`:read:${KEY}`, /^entry 2 of 2 .* its name is not/],
      [`sha256:read:${KEY}`, /^entry 2 of 2 .* its name is not/],
      [`grafana:read-only:${KEY}`, /^entry 2 of 2 .* its scopes are not among read, .*metrics, admin and all/],
      [`grafana:read;metrics:${KEY}`, /^entry 2 of 2 .* its scopes are not/],
      [`read:sha256:${sha256(KEY)}`, /^entry 2 of 2 .* its scopes are not/],
      [`grafana:read:metrics:${KEY}`, /^entry 2 of 2 has a colon, but is neither name:scopes:key nor sha256:digest/],
      [`grafana:${KEY}`, /^entry 2 of 2 has a colon/],
      [`${KEY}:x`, /^entry 2 of 2 has a colon, .* for a key with colons, give the digest$/],
      [`SHA256:${sha256(KEY)}`, /^entry 2 of 2 has a colon/],
      ["::::::::::::::::", /^entry 2 of 2 has a colon/],
    ];
    for (const [slip, words] of slips) {
      const problems = problemsOf(`${KEY}9,${slip}`);
      assert.match(problems, words, slip);
      assert.ok(
        !problems.includes(KEY) && !problems.includes(sha256(KEY)) && !/grafana|9app|prom/.test(problems),
        slip,
      );
    }
  });

  it("does not take for a key what a comma cuts off the limits before it", () => {
    const cut: [rest: string, words: RegExp][] = [
      ["_00[1-9]XXXXXXXX.", /is a pattern of numbers, not a key: separate the numbers of dial_allow by blanks$/],
      ["_2XXXXXXXXXXXXXXX rate_per_minute=60", /is a pattern of numbers/],
      ["_2XXX 3000", /is a pattern of numbers/],
      ["_x[5-8]zn+*#-XXXXXXXX!", /is a pattern of numbers/],
      [
        "1234567890123456",
        /may be a number of the dial_allow before it: separate those numbers by blanks; if it is a key, give it a name$/,
      ],
      ["+49-30-12345678901", /may be a number/],
      ["+49(30)12345678901", /may be a number/],
      ["front-desk-of-the-house", /may be a number/],
      ["2000 rate_per_minute=60", /may be a number/],
      ["rate_per_minute=60", /is a limit, not a key: separate a key and its limits by blanks$/],
      ["calls_per_hour=20 rate_per_minute=60", /is a limit/],
      ["dial_allow=_1XXX", /is a limit/],
    ];
    for (const [rest, words] of cut) {
      for (const separator of [",", ", ", "\n"]) {
        if (separator === "\n" && words.source.startsWith("may")) continue; // No accident: each line is an entry.
        const problems = problemsOf(`ops:call:${KEY} dial_allow=_1XXX${separator}${rest}`);
        assert.match(problems, /^entry 2 of 2 /, rest);
        assert.match(problems, words, rest);
      }
    }
    assert.match(problemsOf(`ops:call:${KEY} calls_per_hour=20, rate_per_minute=60`), /^entry 2 of 2 is a limit/);
    assert.match(problemsOf(`${KEY}, _00[1-9]XXXXXXXX.`), /^entry 2 of 2 is a pattern/);
  });

  it("holds keys behind one with numbers, and keys of digits alone", () => {
    const keys = [
      `_${KEY}`,
      "0b7f5f5e-3c0e-4b6a-9a52-123456789012",
      `crm:all:${"1".repeat(16)}`,
      `sha256:${sha256(KEY)}`,
    ];
    assert.equal(read(`ops:call:${KEY}9 dial_allow=_1XXX 2000,${keys.join()},boss rate_per_minute=5`).length, 5);
    const lines = `\nops:call:${KEY} dial_allow=2000\ncorrect-horse-battery-staple\r\n\n_[what-a-key-this-is`;
    assert.equal(read(lines).length, 3);
    assert.equal(read(`${KEY},_${"[1".repeat(40)}q`).length, 2, "at once");
    assert.equal(read(`1234567890123456,ops:call:${KEY} dial_allow=2000`).length, 2);
  });

  it("names the known scopes when another one is given", () => {
    for (const slip of ["crm:metrisc:", "crm:Metrics:", "crm:read+:", "crm::", "crm:read+read+cal:"]) {
      assert.match(
        problemsOf(`${KEY},${slip}${KEY}`),
        /^entry 2 of 2 looks like name:scopes:key.*metrics, admin and all/,
        slip,
      );
    }
  });

  it("does not take the same key for two things, nor show one", () => {
    const problems = problemsOf(`${KEY}\nprometheus:metrics:${KEY}\nshort\nsha256:${sha256(KEY)}`);
    assert.match(
      problems,
      /^entry 2 of 4 is a key that another entry lists with a different name or scopes\|entry 3 of 4/,
    );
    assert.ok(!problems.includes(KEY) && !problems.includes("short") && !problems.includes("prometheus"));
    assert.equal(read(`${KEY},${KEY}`).length, 1);
  });
});
