// 16 000 Hz → 24 000 Hz is 3 samples out for 2 in. Each output sample is a windowed sinc over the input around its
// place; there are only three different places between the input samples, so three sets of weights.
const UP = 3;
const DOWN = 2;
const REACH = 24; // input samples on either side
const CUTOFF = 0.96; // of the input's Nyquist frequency: speech loses nothing below 7.7 kHz, images end by 8.3 kHz

const phases = Array.from({ length: UP }, (_, phase) => {
  const weights = new Float64Array(2 * REACH);
  for (let tap = 0; tap < weights.length; tap++) {
    const distance = tap - (REACH - 1) - phase / UP;
    const x = Math.PI * CUTOFF * distance;
    const sinc = distance === 0 ? 1 : Math.sin(x) / x;
    const edge = distance / REACH;
    const blackman = 0.42 + 0.5 * Math.cos(Math.PI * edge) + 0.08 * Math.cos(2 * Math.PI * edge);
    weights[tap] = Math.abs(edge) < 1 ? sinc * blackman : 0;
  }
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
});

/** One whole recording from 16 000 Hz to 24 000 Hz, without shifting it in time. */
export function upsampleTo24kHz(samples: Int16Array): Int16Array {
  const result = new Int16Array(Math.floor((samples.length * UP) / DOWN));
  for (let n = 0; n < result.length; n++) {
    const weights = phases[(n * DOWN) % UP] as Float64Array;
    const first = Math.floor((n * DOWN) / UP) - (REACH - 1);
    let sum = 0;
    for (let tap = 0; tap < weights.length; tap++) sum += (weights[tap] as number) * (samples[first + tap] ?? 0);
    result[n] = Math.max(-32768, Math.min(32767, Math.round(sum)));
  }
  return result;
}
