import assert from "node:assert/strict";
import { test } from "node:test";
import { createUnansweredSpeech, type UnansweredSpeech } from "../../../src/turn-taking/unanswered-speech.js";

const sound = (value: number, seconds = 1) => ({
  samples: new Int16Array(seconds * 16_000).fill(value),
  startedAt: 0,
  endedAt: seconds * 1_000,
  silentMs: 700,
});
const values = ({ all }: UnansweredSpeech) => all.map(({ samples }) => samples[0]);

test("what was said is kept in the order in which it was said", () => {
  const carried = createUnansweredSpeech();
  assert.ok(carried.isEmpty);
  assert.deepEqual(carried.all, []);
  carried.add(sound(1));
  carried.add(sound(2));
  assert.deepEqual(values(carried), [1, 2]);
});

test("what has been answered is dropped", () => {
  const carried = createUnansweredSpeech();
  carried.add(sound(1));
  assert.ok(!carried.isEmpty);
  carried.answered();
  assert.ok(carried.isEmpty);
  carried.add(sound(2));
  assert.deepEqual(values(carried), [2]);
});

test("of more than a minute the oldest utterances are dropped, the latest never", () => {
  const carried = createUnansweredSpeech();
  for (let i = 1; i <= 4; i++) carried.add(sound(i, 25));
  assert.deepEqual(values(carried), [3, 4]);
  carried.add(sound(5, 90));
  assert.deepEqual(values(carried), [5]);
});
