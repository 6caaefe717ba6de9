import assert from "node:assert/strict";
import { it } from "node:test";
import { type Held, levelOf, levelsOf, risen } from "../../support/hostile-mix/held.js";

const held = (atMs: number, change: Partial<Held> = {}): Held => ({
  ...{ atMs, heapMb: 37, externalMb: 20, rssMb: 160, descriptors: 70, timers: 20, diskMb: 1 },
  ...change,
});

it("a service that holds no more at the end than once it was warm is flat, whatever it held in between", () => {
  const samples = [held(0, { rssMb: 90 }), held(10), held(20, { rssMb: 900, descriptors: 900 }), held(30), held(40)];
  const { warm, end } = levelsOf(samples, 10, 1);
  assert.deepEqual(risen(warm, end), []);
});

it("what rose is named with what it was, what it is and what is expected", () => {
  const [warm, end] = [levelOf([held(0)]), levelOf([held(1, { descriptors: 90, diskMb: 40 })])];
  assert.deepEqual(risen(warm, end), [
    "descriptors rose from 70 to 90; at most 15 more are expected",
    "diskMb rose from 1 to 40; at most 16 more are expected",
  ]);
});

it("measurements that a busy machine delays make levels of the same number of samples", () => {
  const late = [held(3_000), held(9_000, { timers: 21 }), held(30_000, { timers: 22 }), held(90_000, { timers: 23 })];
  const { warm, end } = levelsOf(late, 3_000, 1);
  assert.deepEqual([warm.timers, end.timers], [20, 23]);
  assert.deepEqual(risen(warm, end), []);
});

it("a run without two measurements once it was warm proves nothing", () => {
  for (const samples of [[], [held(0), held(1)], [held(0), held(10)]]) {
    const { warm, end } = levelsOf(samples, 10, 2);
    assert.equal(risen(warm, end).length, 6);
  }
});
