import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createResampler, SAMPLE_RATES } from "../../../src/audio/resample.js";

const TO = 16_000;
const AMPLITUDE = 20_000;
const rates = SAMPLE_RATES.filter((rate) => rate !== TO);

const tone = (hz: number, rate: number, samples = rate / 2, amplitude = AMPLITUDE) =>
  Int16Array.from({ length: samples }, (_, i) => Math.round(amplitude * Math.sin((2 * Math.PI * hz * i) / rate)));

function resample(sound: Int16Array, from: number, to = TO): Int16Array {
  const resampler = createResampler(from, to);
  return Int16Array.from([...resampler.push(sound), ...resampler.flush()]);
}

/** Energy of what is left of `heard` without `expected`, in dB below the tone; the edges, where silence begins, left out. */
function residueDb(heard: Int16Array, expected: Int16Array | undefined): number {
  let energy = 0;
  const edge = 800;
  for (let i = edge; i < heard.length - edge; i++) energy += ((heard[i] ?? 0) - (expected?.[i] ?? 0)) ** 2;
  return 10 * Math.log10(energy / (heard.length - 2 * edge) / (AMPLITUDE ** 2 / 2));
}

for (const from of rates) {
  describe(`from ${from} Hz`, () => {
    const nyquist = Math.min(from, TO) / 2;

    test("tones up to 90 % of the band pass unchanged and undelayed, with no images", () => {
      for (const share of [0.01, 0.05, 0.3, 0.5, 0.7, 0.85, 0.9]) {
        const hz = share * nyquist;
        const heard = resample(tone(hz, from), from);
        const residue = residueDb(heard, tone(hz, TO, heard.length));
        assert.ok(residue < -60, `${hz} Hz: ${residue.toFixed(1)} dB`);
      }
    });

    if (from > TO) {
      test("what the new rate cannot carry is gone", () => {
        for (const hz of [8_001, 8_200, 8_800, 9_600, 10_700, 11_900, 15_000, 20_000].filter((hz) => hz < from / 2)) {
          const residue = residueDb(resample(tone(hz, from), from), undefined);
          assert.ok(residue < -60, `${hz} Hz: ${residue.toFixed(1)} dB`);
        }
      });
    }

    test("n samples become n·to/from, rounded up", () => {
      for (const n of [0, 1, 2, 3, 100, 441, 5000, 12_345]) {
        assert.equal(resample(new Int16Array(n), from).length, Math.ceil((n * TO) / from));
      }
    });
  });
}

test("however a stream is cut, the output is the same to the bit", () => {
  const noise = Int16Array.from({ length: 9_000 }, (_, i) => Math.round(32_000 * Math.sin(i * i * 0.37)));
  const whole = new Map(rates.map((from) => [from, resample(noise, from)]));
  const cuts = fc.array(fc.oneof(fc.nat(7), fc.nat(4_000)), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...rates), cuts, (from, lengths) => {
      const resampler = createResampler(from, TO);
      const output: number[] = [];
      let at = 0;
      for (const length of lengths) {
        output.push(...resampler.push(noise.subarray(at, at + length)));
        at += length;
      }
      output.push(...resampler.push(noise.subarray(at)), ...resampler.flush());
      assert.deepEqual(Int16Array.from(output), whole.get(from));
    }),
  );
});

test("overshoot at full scale is clipped, not wrapped round", () => {
  const square = Int16Array.from({ length: 4_800 }, (_, i) => (i % 96 < 48 ? 32_767 : -32_768));
  const heard = resample(square, 48_000);
  for (let i = 200; i < 1_400; i++) {
    const expected = (i * 3) % 96 < 48;
    const nearEdge = (i * 3) % 48 < 6 || (i * 3) % 48 > 42;
    assert.ok(nearEdge || (heard[i] as number) > 0 === expected, `sample ${i} is ${heard[i]}`);
  }
  assert.equal(Math.max(...heard), 32_767);
  assert.equal(Math.min(...heard), -32_768);
});

test("a constant stays the same constant", () => {
  for (const from of rates) {
    const heard = resample(new Int16Array(from / 4).fill(12_345), from);
    assert.deepEqual(new Set(heard.subarray(400, -400)), new Set([12_345]));
  }
});

test("streams that take turns do not hear each other", () => {
  const sounds = [tone(440, 24_000), tone(3_000, 24_000)];
  const alone = sounds.map((sound) => resample(sound, 24_000));
  const together = sounds.map(() => createResampler(24_000, TO));
  const heard = sounds.map((): number[] => []);
  for (let at = 0; at < 12_000; at += 500) {
    for (const [n, sound] of sounds.entries())
      heard[n]?.push(...(together[n]?.push(sound.subarray(at, at + 500)) ?? []));
  }
  for (const [n, each] of heard.entries()) {
    assert.deepEqual(Int16Array.from([...each, ...(together[n]?.flush() ?? [])]), alone[n]);
  }
});

test("a flushed resampler remembers nothing of the stream before", () => {
  const resampler = createResampler(44_100, TO);
  const once = [...resampler.push(tone(440, 44_100)), ...resampler.flush()];
  const again = [...resampler.push(tone(440, 44_100)), ...resampler.flush()];
  assert.deepEqual(again, once);
});

test("equal rates hand the samples through as they are", () => {
  const chunk = tone(440, TO);
  const resampler = createResampler(TO, TO);
  assert.equal(resampler.push(chunk), chunk);
  assert.equal(resampler.flush().length, 0);
});

test("a rate that nothing uses is refused", () => {
  assert.throws(() => createResampler(11_024, TO), { name: "RangeError", message: /11024 Hz/ });
});
