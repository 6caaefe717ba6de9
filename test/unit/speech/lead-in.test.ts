import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { samplesIn } from "../../../src/audio/pcm.js";
import { withoutLeadIn } from "../../../src/speech/lead-in.js";
import { flite, fliteVoices } from "../../support/backends/flite.js";

async function* chunks(sound: Int16Array, size: number): AsyncGenerator<Int16Array> {
  for (let at = 0; at < sound.length; at += size) yield sound.subarray(at, at + size);
}

async function trimmed(sound: Int16Array, size = 480): Promise<Int16Array> {
  const all: number[] = [];
  for await (const chunk of withoutLeadIn(chunks(sound, size))) all.push(...chunk);
  return Int16Array.from(all);
}

/** Silence that is not quite silent, then a sound. */
function after(silentMs: number, sound: Int16Array): Int16Array {
  const whole = new Int16Array(samplesIn(silentMs) + sound.length);
  for (let i = 0; i < samplesIn(silentMs); i++) whole[i] = (i * 7919) % 41;
  whole.set(sound, samplesIn(silentMs));
  return whole;
}

/** Noise as loud as `peak`, which it reaches after `riseMs`. */
function hiss(peak: number, riseMs: number, ms = 200): Int16Array {
  const rise = Math.max(1, samplesIn(riseMs));
  return Int16Array.from({ length: samplesIn(ms) }, (_, i) => peak * Math.min(1, i / rise) * Math.sin(i * i * 0.37));
}

/** Root mean square in dB of full scale. */
function level(sound: Int16Array): number {
  const squares = sound.reduce((sum, sample) => sum + sample * sample, 0);
  return 10 * Math.log10(Math.max(squares / Math.max(sound.length, 1), 1e-9) / 32_768 ** 2);
}

test("20 ms are left of the silence before a voice, however it is cut into chunks", async () => {
  const voice = hiss(8_000, 0);
  const begins = voice.findIndex((sample) => Math.abs(sample) > 64);
  const expected = [...after(20 - begins / 16, voice)].length;
  for (const silentMs of [50, 100, 299]) {
    for (const size of [1, 160, 333, 16_000]) {
      const said = await trimmed(after(silentMs, voice), size);
      assert.equal(said.length, expected, `${silentMs} ms in chunks of ${size}`);
      assert.deepEqual(said.slice(-voice.length), voice);
    }
  }
});

test("a voice that begins at once is passed on untouched, chunk by chunk as it came", async () => {
  const sound = after(15, hiss(8_000, 0));
  const passed: Int16Array[] = [];
  for await (const chunk of withoutLeadIn(chunks(sound, 320))) passed.push(chunk);
  const came: Int16Array[] = [];
  for await (const chunk of chunks(sound, 320)) came.push(chunk);
  assert.deepEqual(passed, came);
});

test("a consonant that begins softly keeps its beginning", async () => {
  // -43 dBFS at its loudest, as an f or an h is 25 dB below its vowel, and slower than any of them.
  for (const riseMs of [0, 10, 20, 50]) {
    const consonant = hiss(300, riseMs);
    const said = await trimmed(after(150, consonant));
    assert.ok(said.length >= consonant.length, `${riseMs} ms`);
    assert.deepEqual(said.slice(-consonant.length), consonant);
  }
});

test("what is cut of real voices is silence", async () => {
  for (const voice of fliteVoices) {
    for (const text of ["Fine, that works.", "He is here.", "She called.", "Three it is.", "Half past two."]) {
      const sound = await flite(text, { voice });
      const said = await trimmed(sound);
      const cut = sound.subarray(0, sound.length - said.length);
      for (let at = 0; at < cut.length; at += 80) {
        const loudest = level(cut.subarray(at, at + 80));
        assert.ok(loudest < -55 && loudest < level(said) - 30, `${voice}, ${text}: ${loudest} dBFS at ${at / 16} ms`);
      }
    }
  }
});

test("long silence before a voice is intended and stays, and of nothing but silence nothing is left", async () => {
  const voice = hiss(8_000, 0);
  const said = await trimmed(after(5_000, voice));
  assert.ok(said.length >= samplesIn(4_000) + voice.length && said.length <= samplesIn(5_000) + voice.length);
  assert.deepEqual(said.slice(-voice.length), voice);
  for (const silentMs of [0, 900, 5_000]) assert.equal((await trimmed(after(silentMs, hiss(0, 0)))).length, 0);
});

test("whatever the sound, its end stays as it is and nothing loud is lost", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 900 }),
      fc.integer({ min: 1, max: 400 }),
      async (values, size) => {
        const sound = Int16Array.from(values);
        const said = await trimmed(sound, size);
        assert.deepEqual(said, sound.slice(sound.length - said.length));
        assert.ok(sound.subarray(0, sound.length - said.length).every((sample) => Math.abs(sample) <= 64));
      },
    ),
  );
});
