import assert from "node:assert/strict";
import { it } from "node:test";
import { type Held, levelBetween, risen } from "../../support/hostile-mix/held.js";

const held = (atMs: number, change: Partial<Held> = {}): Held => ({
  ...{ atMs, heapMb: 37, externalMb: 20, rssMb: 160, descriptors: 70, timers: 20, diskMb: 1 },
  ...change,
});

it("a service that holds no more at the end than once it was warm is flat, whatever it held in between", () => {
  const samples = [held(0, { rssMb: 90 }), held(10), held(20, { rssMb: 900, descriptors: 900 }), held(30), held(40)];
  assert.deepEqual(risen(levelBetween(samples, 10, 10), levelBetween(samples, 30, 40)), []);
});

it("what rose is named with what it was, what it is and what is expected", () => {
  const [warm, end] = [levelBetween([held(0)], 0, 0), levelBetween([held(1, { descriptors: 90, diskMb: 40 })], 1, 1)];
  assert.deepEqual(risen(warm, end), [
    "descriptors rose from 70 to 90; at most 15 more are expected",
    "diskMb rose from 1 to 40; at most 16 more are expected",
  ]);
});

it("a run without measurements proves nothing", () => {
  const none = levelBetween([], 0, 1);
  assert.equal(risen(none, none).length, 6);
});
