import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { createFrameBuffer } from "../../../src/listening/frame-buffer.js";

const frame = (value: number) => new Int16Array(FRAME_SAMPLES).fill(value);
const valuesOf = (samples: Int16Array) =>
  Array.from({ length: samples.length / FRAME_SAMPLES }, (_, i) => samples[i * FRAME_SAMPLES] ?? 0);

test("a recording is a queue of frames, whatever is appended, forgotten and taken", () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.nat(30).map((frames) => ({ verb: "append" as const, frames })) },
    fc.nat(30).map((frames) => ({ verb: "keepLast" as const, frames })),
    fc.nat(30).map((frames) => ({ verb: "take" as const, frames })),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(step), (room, steps) => {
      const recording = createFrameBuffer(room);
      let expected: number[] = [];
      let next = 0;
      for (const { verb, frames } of steps) {
        if (verb === "append") {
          for (let i = 0; i < frames; i++) {
            recording.append(frame(++next % 30_000));
            expected.push(next % 30_000);
          }
        } else if (verb === "keepLast") {
          recording.keepLast(frames);
          expected = expected.slice(Math.max(0, expected.length - frames));
        } else {
          assert.deepEqual(valuesOf(recording.take(frames)), expected.splice(0, frames));
        }
        assert.equal(recording.frames, expected.length);
      }
      assert.deepEqual(valuesOf(recording.take(recording.frames)), expected);
    }),
  );
});

test("what is taken belongs to the taker", () => {
  const recording = createFrameBuffer(4);
  recording.append(frame(1));
  const taken = recording.take(1);
  recording.append(frame(2));
  assert.deepEqual(valuesOf(taken), [1]);
  assert.equal(taken.buffer.byteLength, taken.byteLength);
});
