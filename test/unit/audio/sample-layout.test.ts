import assert from "node:assert/strict";
import { test } from "node:test";
import { instantBytes, isReadable, monoSamples, type SampleLayout } from "../../../src/audio/sample-layout.js";

const pcm = (bitsPerSample: number, channels = 1): SampleLayout => ({ encoding: "pcm", bitsPerSample, channels });
const float = (bitsPerSample: number): SampleLayout => ({ encoding: "float", bitsPerSample, channels: 1 });

const same: [what: string, layout: SampleLayout, bytes: number[]][] = [
  ["8 bits", pcm(8), [128, 192, 64]],
  ["16 bits", pcm(16), [0, 0, 0, 64, 0, 192]],
  ["24 bits", pcm(24), [0, 0, 0, 0, 0, 64, 0, 0, 192]],
  ["32 bits", pcm(32), [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 192]],
  ["32 bits of floating point", float(32), [...new Uint8Array(Float32Array.of(0, 0.5, -0.5).buffer)]],
  ["64 bits of floating point", float(64), [...new Uint8Array(Float64Array.of(0, 0.5, -0.5).buffer)]],
];
for (const [what, layout, bytes] of same) {
  test(`${what}: silence, half up and half down`, () => {
    assert.deepEqual([...monoSamples(Uint8Array.from(bytes), layout)], [0, 16_384, -16_384]);
    assert.equal(instantBytes(layout) * 3, bytes.length);
  });
}

test("several channels become their mean", () => {
  const bytes = new Uint8Array(Int16Array.of(100, 300, -8, -4).buffer);
  assert.deepEqual([...monoSamples(bytes, pcm(16, 2))], [200, -6]);
});

test("what is louder than loud is clipped, and bytes may lie anywhere", () => {
  const loud = new Uint8Array([9, ...new Uint8Array(Float32Array.of(2, -2, Number.NaN).buffer)]).subarray(1);
  assert.deepEqual([...monoSamples(loud, float(32))], [32_767, -32_768, 0]);
});

test("other widths, and no channel or too many, cannot be read", () => {
  for (const layout of [pcm(12), pcm(64), float(16), pcm(16, 0), pcm(16, 9), pcm(16, 1.5)]) {
    assert.equal(isReadable(layout), false);
  }
  assert.equal(isReadable(pcm(16, 8)), true);
});
