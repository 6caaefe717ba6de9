/** What a telephone line carries besides speech. All sounds are reproducible, mono, 16 kHz; levels are RMS in dBFS. */

import { samplesIn } from "../../../src/audio/pcm.js";

export const silence = (ms: number) => new Int16Array(samplesIn(ms));

export function concat(...parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Sounds at the same time, as long as the first; the others are repeated or cut. */
export function mix(first: Int16Array, ...others: readonly Int16Array[]): Int16Array {
  const sums = Float64Array.from(first);
  for (const other of others)
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (other[i % other.length] ?? 0);
  const mixed = new Int16Array(sums.length);
  for (let i = 0; i < mixed.length; i++) mixed[i] = Math.max(-32_768, Math.min(32_767, sums[i] as number));
  return mixed;
}

/** The level of what is not silence: frames more than 40 dB below the loudest do not count. */
export function levelOf(sound: Int16Array): number {
  const energies: number[] = [];
  for (let at = 0; at + 320 <= sound.length; at += 320) {
    energies.push(sound.subarray(at, at + 320).reduce((sum, sample) => sum + sample * sample, 0) / 320);
  }
  const loudest = energies.reduce((a, b) => Math.max(a, b), 0);
  const active = energies.filter((energy) => energy > loudest / 1e4);
  return 10 * Math.log10(active.reduce((a, b) => a + b, 0) / Math.max(1, active.length) / 32_768 ** 2);
}

export function atLevel(sound: Int16Array, dbfs: number): Int16Array {
  const gain = 10 ** ((dbfs - levelOf(sound)) / 20);
  return sound.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
}

/** Uniform in [-1, 1), the same sequence for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

export function generate(ms: number, dbfs: number, sampleAt: (i: number) => number): Int16Array {
  const sound = silence(ms);
  for (let i = 0; i < sound.length; i++) sound[i] = Math.round(8_000 * sampleAt(i));
  return atLevel(sound, dbfs);
}

export function whiteNoise(ms: number, dbfs: number, seed = 1): Int16Array {
  const next = random(seed);
  return generate(ms, dbfs, next);
}

/** Noise that falls 3 dB an octave, as rooms and streets do (Kellet's filter, the economy version). */
export function pinkNoise(ms: number, dbfs: number, seed = 2): Int16Array {
  const next = random(seed);
  let [a, b, c] = [0, 0, 0];
  return generate(ms, dbfs, () => {
    const white = next();
    a = 0.99765 * a + white * 0.099046;
    b = 0.963 * b + white * 0.2965164;
    c = 0.57 * c + white * 1.0526913;
    return (a + b + c + white * 0.1848) / 8;
  });
}

/** A fan: low noise, the beat of its blades, and the whine of its motor. */
export function fan(ms: number, dbfs: number, seed = 3): Int16Array {
  const next = random(seed);
  let low = 0;
  return generate(ms, dbfs, (i) => {
    low += 0.08 * (next() - low);
    const t = (2 * Math.PI * i) / 16_000;
    return (
      low * (1 + 0.3 * Math.sin(11 * t)) + 0.03 * Math.sin(92 * t) + 0.02 * Math.sin(184 * t) + 0.01 * Math.sin(368 * t)
    );
  });
}

/** The mains and its harmonics. */
export function hum(ms: number, dbfs: number, hz = 50): Int16Array {
  return generate(ms, dbfs, (i) => {
    let sum = 0;
    for (let k = 1; k <= 7; k++) sum += Math.sin((2 * Math.PI * k * hz * i) / 16_000) / k;
    return sum / 4;
  });
}

/** Single pops of 2 ms. */
export function clicks(ms: number, everyMs: number, peak = 20_000): Int16Array {
  const sound = silence(ms);
  const next = random(4);
  for (let at = samplesIn(everyMs / 2); at + 32 < sound.length; at += samplesIn(everyMs)) {
    for (let i = 0; i < 32; i++) sound[at + i] = Math.round(peak * Math.exp(-i / 8) * next());
  }
  return sound;
}

/** A burst of breath with a fast attack: the middle of the band, dying away within its duration. */
export function cough(ms: number, dbfs: number, seed = 5): Int16Array {
  const next = random(seed);
  let [low, high] = [0, 0];
  return generate(ms, dbfs, (i) => {
    low += 0.45 * (next() - low);
    high += 0.12 * (low - high);
    const t = i / samplesIn(ms);
    return (low - high) * Math.min(1, t * 20) * Math.exp(-4 * t);
  });
}

const KEYS = "123A456B789C*0#D";
const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477, 1633];

export function dtmf(key: string, ms: number, dbfs: number): Int16Array {
  const place = KEYS.indexOf(key);
  const [row, column] = [ROWS[place >> 2] ?? 0, COLUMNS[place & 3] ?? 0];
  return generate(ms, dbfs, (i) => {
    const t = (2 * Math.PI * i) / 16_000;
    return (Math.sin(row * t) + Math.sin(column * t)) / 2;
  });
}

/** What a G.711 telephone leaves of a sound: 300 to 3400 Hz, 12 dB an octave, through mu-law's 8-bit steps. */
export function telephoneBand(sound: Int16Array): Int16Array {
  const highPassed = biquad(sound, 300, "high");
  const banded = biquad(biquad(highPassed, 3_400, "low"), 3_400, "low");
  const heard = new Int16Array(banded.length);
  for (let i = 0; i < heard.length; i++) {
    const sample = banded[i] as number;
    const step = Math.round((127 * Math.log1p((255 * Math.min(32_635, Math.abs(sample))) / 32_635)) / Math.log(256));
    heard[i] = Math.round(Math.sign(sample) * (MU_LAW[step] as number));
  }
  return heard;
}

/** The level of each of mu-law's steps. */
const MU_LAW = Float64Array.from(
  { length: 128 },
  (_, step) => (32_635 * Math.expm1((step / 127) * Math.log(256))) / 255,
);

/** A second-order Butterworth filter. */
export function biquad(sound: ArrayLike<number>, hz: number, kind: "low" | "high"): Float64Array {
  const k = Math.tan((Math.PI * hz) / 16_000);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const [b0, b1] = kind === "low" ? [k * k * norm, 2 * k * k * norm] : [norm, -2 * norm];
  const [a1, a2] = [2 * (k * k - 1) * norm, (1 - Math.SQRT2 * k + k * k) * norm];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  const filtered = new Float64Array(sound.length);
  for (let i = 0; i < filtered.length; i++) {
    const x = sound[i] as number;
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    filtered[i] = y;
  }
  return filtered;
}
