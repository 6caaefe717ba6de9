import assert from "node:assert/strict";
import { test } from "node:test";
import { upsampleTo24kHz } from "../../support/backends/upsample.js";

const AMPLITUDE = 10_000;
const tone = (hz: number, rate: number, length: number) =>
  Int16Array.from({ length }, (_, n) => Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * n) / rate)));

for (const hz of [100, 1000, 3400, 6500]) {
  test(`a tone of ${hz} Hz is the same tone at 24 kHz, in place and without images`, () => {
    const expected = tone(hz, 24_000, 24_000);
    const result = upsampleTo24kHz(tone(hz, 16_000, 16_000));
    assert.equal(result.length, expected.length);
    let error = 0;
    for (let n = 1000; n < 23_000; n++) error += ((result[n] as number) - (expected[n] as number)) ** 2;
    const errorDb = 10 * Math.log10(error / 22_000 / (AMPLITUDE ** 2 / 2));
    assert.ok(errorDb < -60, `error of ${errorDb.toFixed(1)} dB`);
  });
}
