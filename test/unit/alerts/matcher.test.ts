import assert from "node:assert/strict";
import { test } from "node:test";
import { readMatcher } from "../../../src/alerts/matcher.js";

const matches = (written: string, labels: Record<string, string>) => readMatcher(written).matches(labels);

test("a condition compares a label as Alertmanager does, and a missing label is empty", () => {
  const labels = { severity: "critical", team: "db", path: 'a"b\nc' };
  const rows: readonly (readonly [string, boolean])[] = [
    ['severity="critical"', true],
    [" severity = critical ", true],
    ['severity="warning"', false],
    ['severity!="warning"', true],
    ['team=~"db|web"', true],
    ['team=~"d"', false],
    ['team=~"d.*"', true],
    ['team!~"db|web"', false],
    ['region=""', true],
    ['region!=""', false],
    ['region=~".+"', false],
    ['region!~".+"', true],
    ['toString=""', true],
    ['path="a\\"b\\nc"', true],
  ];
  for (const [written, expected] of rows) assert.equal(matches(written, labels), expected, written);
});

test("what is not a condition is refused with a reason", () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ["severity", /expected a label and a value/],
    ['severity=="a"', /expected a label and a value/],
    ['0a="b"', /expected a label and a value/],
    ['a=~"("', /not a regular expression/],
    ['a=~"(x+)+"', /repeats a group/],
    ['a=~"(?=x)x"', /look-around/],
    ['a=~"(x)\\\\1"', /references/],
    ['a=~".*.*.*x"', /more than 2/],
    [`a=~"${"a?".repeat(30)}${"a".repeat(30)}"`, /more than 4/],
  ];
  for (const [written, reason] of rows) assert.throws(() => readMatcher(written), reason, written);
});

test("no pattern takes long, whatever is reported", () => {
  const patterns = ["a*a*b", "(?:a|aa)a{1,500}b", "a?a?a?a?a+b", ".+.+b"].map((each) => readMatcher(`a=~"${each}"`));
  const labels = { a: "a".repeat(512) };
  const { user } = process.cpuUsage();
  for (const pattern of patterns) assert.equal(pattern.matches(labels), false);
  assert.equal(readMatcher('a=~"a*"').matches({ a: "a".repeat(100_000) }), false);
  assert.ok(process.cpuUsage().user - user < 200_000);
});
