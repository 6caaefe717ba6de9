import assert from "node:assert/strict";
import { test } from "node:test";
import { isDualTone, isTone } from "../../../src/audio/goertzel.js";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { tone } from "../../../src/audio/tone.js";

const HZ = 1_000;
const frameAt = (samples: Int16Array, at = 2) => samples.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES);
const steady = frameAt(tone(HZ, 200));

test("a tone is found at its own pitch and at no other", () => {
  assert.equal(isTone(steady, HZ), true);
  for (const hz of [50, 500, 950, 1_050, 2_000, 7_000])
    assert.equal(isTone(frameAt(tone(hz, 200)), HZ), false, `${hz}`);
});

test("a tone is found wherever its period begins", () => {
  const samples = tone(HZ, 200);
  for (let shift = 0; shift < 16; shift++) {
    assert.equal(isTone(samples.subarray(500 + shift, 500 + shift + FRAME_SAMPLES), HZ), true);
  }
});

test("silence, faint sound and noise are not a tone", () => {
  const noise = Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => ((at * 7919) % 16_000) - 8_000);
  assert.equal(isTone(new Int16Array(FRAME_SAMPLES), HZ), false);
  assert.equal(isTone(frameAt(tone(HZ, 200, 0.01)), HZ), false);
  assert.equal(isTone(noise, HZ), false);
});

test("a telephone key is two tones, which no voice and no single tone is", () => {
  const tones = (...hz: number[]) =>
    Int16Array.from({ length: 320 }, (_, i) =>
      hz.reduce((sum, each) => sum + 4_000 * Math.sin((2 * Math.PI * each * i) / 16_000), 0),
    );
  for (const low of [697, 770, 852, 941])
    for (const high of [1209, 1336, 1477, 1633]) assert.ok(isDualTone(tones(low, high)), `${low} and ${high} Hz`);
  for (const other of [tones(697), tones(1336), tones(440, 880), tones(200, 400, 600, 800), new Int16Array(320)])
    assert.equal(isDualTone(other), false);
});
