import assert from "node:assert/strict";
import { test } from "node:test";
import { Resampler } from "../../../../src/http/talk/page/resampler.mjs";

const tone = (rate: number, hz: number) =>
  Float32Array.from({ length: rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));

/** A second of a tone, in pieces of 128 samples, without the first and the last tenth. */
function resampled(from: number, to: number, hz: number): number[] {
  const resampler = new Resampler(from, to);
  const sound = tone(from, hz);
  const out: number[] = [];
  for (let at = 0; at < sound.length; at += 128) out.push(...resampler.push(sound.subarray(at, at + 128)));
  assert.ok(Math.abs(out.length - to) < to / 100, `${out.length} samples of ${to}`);
  return out.slice(to / 10, -to / 10);
}

const decibels = (samples: readonly number[]) =>
  10 * Math.log10(samples.reduce((sum, each) => sum + each * each, 0) / samples.length / 0.125 + 1e-12);

test("the rate of a sound card becomes that of the line and back, voices untouched, and nothing comes in from above", () => {
  for (const rate of [44_100, 48_000]) {
    for (const hz of [200, 1_000, 3_400, 6_000]) {
      assert.ok(Math.abs(decibels(resampled(rate, 16_000, hz))) < 0.1, `${hz} Hz of ${rate}`);
      assert.ok(Math.abs(decibels(resampled(16_000, rate, hz))) < 0.1, `${hz} Hz to ${rate}`);
    }
    for (const hz of [9_000, 12_000, 20_000]) {
      assert.ok(decibels(resampled(rate, 16_000, hz)) < -55, `${hz} Hz of ${rate}`);
    }
  }
});

test("a tone comes out where it went in, sample for sample", () => {
  const out = resampled(48_000, 16_000, 440);
  const meant = tone(16_000, 440).slice(1_600);
  out.forEach((sample, at) => assert.ok(Math.abs(sample - (meant[at] ?? 0)) < 0.002, `sample ${at}`));
});

test("a sound of the line's own rate is left as it is", () => {
  const sound = tone(16_000, 440);
  assert.deepEqual(new Resampler(16_000, 16_000).push(sound), sound);
});
