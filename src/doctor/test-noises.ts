import { SAMPLE_RATE, samplesIn } from "../audio/pcm.js";

/** Sounds without words that every line carries, about two seconds each at 16 000 Hz, always the same. */
export const TEST_NOISES: Readonly<Record<string, () => Int16Array>> = {
  typing: () => {
    const next = noise(7);
    return drawn(2_500, (ms) => {
      const sinceKey = ms % 190;
      const ring = Math.sin((2 * Math.PI * 2_000 * ms) / 1000);
      return 6_000 * (0.6 * next() + 0.4 * ring) * Math.exp(-sinceKey / 4);
    });
  },
  "a breath": () => {
    const next = noise(11);
    let [low, lower] = [0, 0];
    return drawn(1_500, (ms) => {
      low += 0.3 * (next() - low);
      lower += 0.05 * (low - lower);
      return 3_000 * (low - lower) * Math.sin((Math.PI * ms) / 1_500) ** 2;
    });
  },
  silence: () => {
    const next = noise(13);
    return drawn(2_000, () => 8 * next());
  },
};

function drawn(ms: number, sampleAt: (ms: number) => number): Int16Array {
  return Int16Array.from({ length: samplesIn(ms) }, (_, i) => Math.round(sampleAt((i * 1000) / SAMPLE_RATE)));
}

/** White noise in [-1, 1), the same for the same seed (a linear congruential generator). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}
