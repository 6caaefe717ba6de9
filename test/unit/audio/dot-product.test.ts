import assert from "node:assert/strict";
import { test } from "node:test";
import { DOT_STEP, dotProduct, takeFloats } from "../../../src/audio/dot-product.js";

test("a dot product is the sum of all products, of however many steps", () => {
  for (const count of [DOT_STEP, 3 * DOT_STEP, 40 * DOT_STEP]) {
    const [a, b] = [takeFloats(count), takeFloats(count)];
    // Whole numbers: their sums are exact, in whatever order.
    const values = Array.from({ length: count }, (_, n) => [n % 13, (n % 7) - 3] as const);
    a.values().set(values.map(([one]) => one));
    b.values().set(values.map(([, other]) => other));
    const expected = values.reduce((sum, [one, other]) => sum + one * other, 0);
    assert.equal(dotProduct(a.at, b.at, count), expected);
  }
});

test("a dot product may begin at any float, and reads no further than it should", () => {
  const [a, b] = [takeFloats(4 * DOT_STEP), takeFloats(4 * DOT_STEP)];
  a.values().fill(1);
  b.values().forEach((_, n, values) => (values[n] = n));
  for (const from of [1, 3, DOT_STEP, DOT_STEP + 5]) {
    const expected = Array.from({ length: DOT_STEP }, (_, n) => from + n).reduce((sum, n) => sum + n);
    assert.equal(dotProduct(a.at, b.at + from, DOT_STEP), expected);
  }
});

test("numbers stay where they are when more memory is taken", () => {
  const early = takeFloats(DOT_STEP);
  early.values().fill(2);
  const late = takeFloats(500_000);
  assert.deepEqual(new Set(late.values()), new Set([0]));
  late.values().fill(3);
  assert.equal(dotProduct(early.at, late.at + 500_000 - DOT_STEP, DOT_STEP), 6 * DOT_STEP);
  assert.deepEqual(new Set(early.values()), new Set([2]));
});
