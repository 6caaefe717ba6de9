import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFramer } from "../../../src/audio/framer.js";
import { FRAME_BYTES, FRAME_MS, FRAME_SAMPLES, samplesOf } from "../../../src/audio/pcm.js";

const RUNS = { numRuns: 500 };

/** A stream in which no two frames are alike, wherever it is cut. */
function streamOf(bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + (at >> 8) * 7) % 251);
}

/** What comes of the stream in these pieces, the last of which is what is left. */
function framed(stream: Uint8Array, lengths: Iterable<number>): Int16Array[] {
  const frames: Int16Array[] = [];
  const take = createFramer((frame) => void frames.push(frame.slice()));
  let at = 0;
  for (const length of lengths) {
    take(stream.subarray(at, at + length));
    at += length;
    if (at >= stream.length) return frames;
  }
  take(stream.subarray(at));
  return frames;
}

/** The frames as they stand in the stream. */
function framesIn(stream: Uint8Array): Int16Array[] {
  const whole = Math.floor(stream.length / FRAME_BYTES);
  const samples = samplesOf(stream.slice(0, whole * FRAME_BYTES));
  return Array.from({ length: whole }, (_, at) => samples.slice(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES));
}

test("a stream is the same frames however it is cut, half samples included", () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 3 * FRAME_BYTES }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), lengths, (bytes, cut) => {
      const stream = streamOf(bytes);
      assert.deepEqual(framed(stream, cut), framesIn(stream));
    }),
    RUNS,
  );
});

test("the pieces' places in memory make no difference, and none of them is written to", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 12 }), fc.nat({ max: 3 }), (cut, offset) => {
      const stream = streamOf(cut.reduce((sum, length) => sum + length, 0));
      const shifted = new Uint8Array(stream.length + offset);
      shifted.set(stream, offset);
      assert.deepEqual(framed(shifted.subarray(offset), cut), framesIn(stream));
      assert.deepEqual(shifted.slice(offset), stream);
    }),
    RUNS,
  );
});

for (const ms of [10, 20, 30, 40, 50, 60]) {
  test(`packets of ${ms} ms are heard whole`, () => {
    const bytes = (FRAME_BYTES * ms) / FRAME_MS;
    const stream = streamOf(bytes * 12);
    const frames = framed(stream, new Array<number>(12).fill(bytes));
    assert.deepEqual(frames, framesIn(stream));
    assert.equal(frames.length, (12 * ms) / FRAME_MS);
  });
}

test("each frame is passed on with the piece that completes it", () => {
  let frames = 0;
  const take = createFramer(() => void frames++);
  const counts = [];
  for (let packet = 0; packet < 4; packet++) {
    take(streamOf((FRAME_BYTES * 3) / 2));
    counts.push(frames);
  }
  assert.deepEqual(counts, [1, 3, 4, 6]);
});
