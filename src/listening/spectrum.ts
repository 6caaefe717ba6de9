/** Measures the magnitudes of a short sound by frequency. */

/** Length of the sound, and number of magnitudes: from 0 to 8,000 Hz in steps of 62.5. */
export const SPECTRUM_SAMPLES = 256;
export const SPECTRUM_BINS = SPECTRUM_SAMPLES / 2 + 1;
const BITS = Math.log2(SPECTRUM_SAMPLES);

const WINDOW = Float32Array.from(
  { length: SPECTRUM_SAMPLES },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SPECTRUM_SAMPLES),
);
const COSINES = Float32Array.from({ length: SPECTRUM_SAMPLES / 2 }, (_, i) =>
  Math.cos((2 * Math.PI * i) / SPECTRUM_SAMPLES),
);
const SINES = Float32Array.from({ length: SPECTRUM_SAMPLES / 2 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / SPECTRUM_SAMPLES),
);
const REVERSED = Uint8Array.from({ length: SPECTRUM_SAMPLES }, (_, i) =>
  Number.parseInt([...i.toString(2).padStart(BITS, "0")].toReversed().join(""), 2),
);

/** Creates a function that writes the spectrum of a sound, through Hann's window, to `to` from `at` on. */
export function createSpectrum(): (sound: Float32Array, to: Float32Array, at: number) => void {
  const real = new Float32Array(SPECTRUM_SAMPLES);
  const imaginary = new Float32Array(SPECTRUM_SAMPLES);

  return (sound, to, at) => {
    for (let i = 0; i < SPECTRUM_SAMPLES; i++) {
      const from = REVERSED[i] as number;
      real[i] = (sound[from] as number) * (WINDOW[from] as number);
    }
    imaginary.fill(0);
    for (let size = 2; size <= SPECTRUM_SAMPLES; size *= 2) combine(real, imaginary, size);
    for (let i = 0; i < SPECTRUM_BINS; i++) {
      to[at + i] = Math.sqrt((real[i] as number) ** 2 + (imaginary[i] as number) ** 2);
    }
  };
}

/** One step of the fast Fourier transform: combines neighbouring halves to transforms of this size. */
function combine(real: Float32Array, imaginary: Float32Array, size: number): void {
  const half = size / 2;
  const stride = SPECTRUM_SAMPLES / size;
  for (let start = 0; start < SPECTRUM_SAMPLES; start += size) {
    for (let i = 0; i < half; i++) {
      const [low, high] = [start + i, start + i + half];
      const [cosine, sine] = [COSINES[i * stride] as number, SINES[i * stride] as number];
      const turnedReal = (real[high] as number) * cosine + (imaginary[high] as number) * sine;
      const turnedImaginary = (imaginary[high] as number) * cosine - (real[high] as number) * sine;
      real[high] = (real[low] as number) - turnedReal;
      imaginary[high] = (imaginary[low] as number) - turnedImaginary;
      real[low] = (real[low] as number) + turnedReal;
      imaginary[low] = (imaginary[low] as number) + turnedImaginary;
    }
  }
}
