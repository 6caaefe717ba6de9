import assert from "node:assert/strict";
import { test } from "node:test";
import { VALUE_TEXTS, valueText } from "../../support/dashboards/value-text.js";

test("a value is written with its unit, in three digits or as many as are asked for", () => {
  const cases: readonly (readonly [number, string, string])[] = [
    [0, "short", "0"],
    [14.0021, "short", "14"],
    [12_345, "short", "12.3 K"],
    [0, "s", "0 s"],
    [0.000_25, "s", "250 µs"],
    [0.0465, "s", "46.5 ms"],
    [1.5, "s", "1.5 s"],
    [90, "s", "1.5 min"],
    [5_400, "s", "1.5 hour"],
    [0, "bytes", "0 B"],
    [200 * 1_024 ** 2, "bytes", "200 MiB"],
    [2.5, "cpm", "2.5 c/m"],
    [0.0325, "percentunit", "3.25%"],
  ];
  for (const [value, unit, text] of cases) {
    assert.equal(valueText(value, unit), text);
    assert.match(text, VALUE_TEXTS[unit] ?? /^$/);
  }
  assert.equal(valueText(0, "percentunit", 1), "0.0%");
  assert.equal(valueText(3.9, "s", 2), "3.90 s");
});

test("what is no number is of no unit, and a unit that nobody has described is refused", () => {
  for (const [unit, form] of Object.entries(VALUE_TEXTS)) assert.doesNotMatch(valueText(NaN, unit), form);
  assert.throws(() => valueText(1, "furlongs"), /furlongs/);
});
