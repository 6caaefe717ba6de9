import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../../../src/audio/pcm.js";
import { MIN_PERIODICITY } from "../../../src/listening/caller-voice.js";
import { createPeriodicityMeter } from "../../../src/listening/periodicity.js";
import { random } from "../../support/listening/sounds.js";

/** How alike 200 ms of it are to themselves a period before. */
function periodicityOf(sample: (i: number) => number): number {
  const meter = createPeriodicityMeter();
  for (let frame = 0; frame < 10; frame++)
    meter.hear(Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => sample(frame * FRAME_SAMPLES + i)));
  return meter.measure();
}

/** Pulses of a glottis, each ringing at 500 Hz as a vowel does. */
function vowel(hz: number): (i: number) => number {
  return (i) => {
    const since = (i / SAMPLE_RATE) % (1 / hz);
    return 8_000 * Math.exp(-300 * since) * Math.sin(2 * Math.PI * 500 * since);
  };
}

for (const hz of [66, 110, 220, 390]) {
  test(`a vowel at ${hz} Hz has a pitch`, () => {
    assert.ok(periodicityOf(vowel(hz)) > MIN_PERIODICITY, `${periodicityOf(vowel(hz))}`);
  });
}

test("breath has no pitch", () => {
  const hiss = random(1);
  assert.ok(periodicityOf(() => 4_000 * hiss()) < MIN_PERIODICITY);
});
