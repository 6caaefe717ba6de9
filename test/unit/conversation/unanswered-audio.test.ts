import assert from "node:assert/strict";
import { test } from "node:test";
import { createUnansweredAudio } from "../../../src/conversation/unanswered-audio.js";

const sound = (value: number, seconds = 1) => new Int16Array(seconds * 16_000).fill(value);
const values = (samples: Int16Array) => [...new Set(samples)];

test("what was said is put together in the order in which it was said", () => {
  const carried = createUnansweredAudio();
  assert.ok(carried.isEmpty);
  assert.equal(carried.joined().length, 0);
  carried.add(sound(1));
  carried.add(sound(2));
  assert.equal(carried.joined().length, 32_000);
  assert.deepEqual(values(carried.joined()), [1, 2]);
});

test("what has been answered is let go of", () => {
  const carried = createUnansweredAudio();
  carried.add(sound(1));
  assert.ok(!carried.isEmpty);
  carried.clear();
  assert.ok(carried.isEmpty);
  carried.add(sound(2));
  assert.deepEqual(values(carried.joined()), [2]);
});

test("of more than a minute the oldest utterances are let go of, the latest never", () => {
  const carried = createUnansweredAudio();
  for (let i = 1; i <= 4; i++) carried.add(sound(i, 25));
  assert.deepEqual(values(carried.joined()), [3, 4]);
  carried.add(sound(5, 90));
  assert.deepEqual(values(carried.joined()), [5]);
});
