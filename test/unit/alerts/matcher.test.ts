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
    ['a=~"(?=x)x"', /look-around/],
    ['a=~"(x)\\\\1"', /references/],
    ['a=~"(a{0,30}){0,30}b"', /repeats too much/],
    ['a=~"(?:a|aa)a{1,500}b"', /repeats too much/],
    [`a=~"${"(a{100}){10}".repeat(40)}"`, /repeats too much: write \* or \+/],
  ];
  for (const [written, reason] of rows) assert.throws(() => readMatcher(written), reason, written);
});

test("a pattern may be written as for Alertmanager, and matches whole values", () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    [".{1,128}", "a".repeat(128), true],
    [".{1,128}", "a".repeat(129), false],
    ["[a-z0-9-]{1,63}\\\\.[a-z]{2,63}", "web-1.example", true],
    ["(x+)+", "xxx", true],
    ["(\\\\d{1,3}\\\\.){3}\\\\d{1,3}(:\\\\d+)?", "10.0.0.1:9100", true],
    ["[a-z]+(-[a-z]+)*", "web-eu-one", true],
    ["[a-z]+(-[a-z]+)*", "web-", false],
    ["(?i)db|web", "WEB", true],
    [".*.*.*x", "an x", true],
    [".*", "two\nlines", true],
    [Array.from({ length: 70 }, (_, at) => `host${at}`).join("|"), "host69", true],
  ];
  for (const [pattern, value, expected] of rows) {
    assert.equal(matches(`a=~"${pattern}"`, { a: value }), expected, pattern);
  }
});

test("no pattern takes long, whatever is reported", () => {
  const patterns = [
    ...["a*a*b", "(?:a|aa)a{1,280}b", "a?a?a?a?a+b", ".+.+b", "(a+)+b", "(.*a){20}b", "((a|aa)+)+b"],
    "(a|b|ab|ba)?(a|b|ab|ba)?.*[ab].*c0",
  ].map((each) => readMatcher(`a=~"${each}"`));
  const { user } = process.cpuUsage();
  for (let time = 0; time < 100; time++) {
    for (const a of ["a".repeat(512), "ba".repeat(255)]) {
      for (const pattern of patterns) assert.equal(pattern.matches({ a }), false);
    }
  }
  assert.equal(readMatcher('a=~"a*"').matches({ a: "a".repeat(100_000) }), false);
  assert.ok(process.cpuUsage().user - user < 1_000_000);
});
