import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFramer } from "../../../src/audio/framing.js";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";

const ramp = (length: number) => Int16Array.from({ length }, (_, i) => i);

test("chunks of any length come out as whole frames, in order, the last one padded with silence", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 12 }), (lengths) => {
      const sound = ramp(lengths.reduce((a, b) => a + b, 0));
      const framer = createFramer();
      const frames: Int16Array[] = [];
      let at = 0;
      for (const length of lengths) {
        frames.push(...framer.push(sound.subarray(at, at + length)));
        at += length;
      }
      const last = framer.flush();
      if (last) frames.push(last);
      assert.ok(frames.every((frame) => frame.length === FRAME_SAMPLES));
      const expected = new Int16Array(Math.ceil(sound.length / FRAME_SAMPLES) * FRAME_SAMPLES);
      expected.set(sound);
      assert.deepEqual(
        frames.flatMap((frame) => [...frame]),
        [...expected],
      );
    }),
  );
});

test("frames inside a chunk are views on it", () => {
  const chunk = ramp(3 * FRAME_SAMPLES);
  const frames = createFramer().push(chunk);
  assert.equal(frames.length, 3);
  assert.ok(frames.every((frame) => frame.buffer === chunk.buffer));
});

test("a frame that spans two chunks outlives both", () => {
  const framer = createFramer();
  const chunk = ramp(200);
  framer.push(chunk);
  const [first] = framer.push(chunk);
  chunk.fill(0);
  framer.push(chunk);
  assert.deepEqual(
    first,
    Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => i % 200),
  );
});

test("a flushed framer starts anew", () => {
  const framer = createFramer();
  framer.push(ramp(10));
  assert.equal(framer.flush()?.length, FRAME_SAMPLES);
  assert.equal(framer.flush(), undefined);
});
