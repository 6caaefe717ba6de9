import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, FRAME_BYTES, FRAME_SAMPLES, msOf, samplesIn, samplesOf } from "../../../src/audio/pcm.js";

test("a frame is 20 ms: 320 samples, 640 bytes", () => {
  assert.deepEqual([FRAME_SAMPLES, FRAME_BYTES], [320, 640]);
  assert.equal(msOf(new Int16Array(FRAME_SAMPLES)), 20);
  assert.equal(samplesIn(20), FRAME_SAMPLES);
});

test("aligned bytes become samples without a copy", () => {
  const bytes = new Uint8Array([0, 1, 0xff, 0xff]);
  const samples = samplesOf(bytes);
  assert.deepEqual([...samples], [256, -1]);
  bytes[0] = 7;
  assert.equal(samples[0], 263);
});

test("bytes at an odd address are copied, also out of a Buffer", () => {
  const memory = Buffer.from([9, 0, 1, 0xff, 0xff]);
  const samples = samplesOf(memory.subarray(1));
  memory.fill(0);
  assert.deepEqual([...samples], [256, -1]);
});

test("half a sample is refused", () => {
  assert.throws(() => samplesOf(new Uint8Array(641)), RangeError);
});

test("the bytes of a part of the samples are that part only", () => {
  const samples = new Int16Array([1, 2, 3, 4]).subarray(1, 3);
  assert.deepEqual([...bytesOf(samples)], [2, 0, 3, 0]);
  assert.deepEqual(samplesOf(bytesOf(samples)), samples);
});
