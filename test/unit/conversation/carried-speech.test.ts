import assert from "node:assert/strict";
import { test } from "node:test";
import { createCarriedSpeech } from "../../../src/conversation/carried-speech.js";

const sound = (value: number, seconds = 1) => new Int16Array(seconds * 16_000).fill(value);
const values = (samples: Int16Array) => [...new Set(samples)];

test("what was said is put together in the order in which it was said", () => {
  const carried = createCarriedSpeech();
  assert.equal(carried.joined().length, 0);
  carried.add(sound(1));
  carried.add(sound(2));
  assert.equal(carried.joined().length, 32_000);
  assert.deepEqual(values(carried.joined()), [1, 2]);
});

test("an answer lets go of what was asked, and of nothing that was said since", () => {
  const carried = createCarriedSpeech();
  carried.add(sound(1));
  carried.add(sound(2));
  const { pieces } = carried;
  carried.add(sound(3));
  carried.remove(pieces);
  assert.deepEqual(values(carried.joined()), [3]);
  carried.clear();
  assert.equal(carried.pieces.length, 0);
});

test("of more than a minute the oldest utterances are let go of, the latest never", () => {
  const carried = createCarriedSpeech();
  for (let i = 1; i <= 4; i++) carried.add(sound(i, 25));
  assert.deepEqual(values(carried.joined()), [3, 4]);
  carried.add(sound(5, 90));
  assert.deepEqual(values(carried.joined()), [5]);
});
