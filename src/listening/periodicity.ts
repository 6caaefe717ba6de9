/** Measures whether a sound has a pitch, as vowels have, unlike breath, keys and paper. */

import { FRAME_SAMPLES, SAMPLE_RATE } from "../audio/pcm.js";

export interface PeriodicityMeter {
  /** Takes the next frame. */
  hear(frame: Int16Array): void;
  /**
   * Returns the similarity of the last 15 ms to the preceding period, 0 to 1, at the best of all pitches of a voice.
   */
  measure(): number;
}

/** A quarter of the sample rate is enough for the first harmonics of a voice, and costs a sixteenth. */
const DECIMATION = 4;
const RATE = SAMPLE_RATE / DECIMATION;
const KEPT = (2 * FRAME_SAMPLES) / DECIMATION;
/** Pitch range of voices (Hz), above mains hum. */
const LOWEST_HZ = 65;
const HIGHEST_HZ = 400;
const SHORTEST = Math.round(RATE / HIGHEST_HZ);
const LONGEST = Math.round(RATE / LOWEST_HZ);
/** Few voices are lower than this, when they creak. Doors are too, but with less similarity. */
const DEEP_HZ = 70;
const DEEP = Math.round(RATE / DEEP_HZ);
const MIN_DEEP_LIKENESS = 0.85;
/** Samples compared (15 ms): over a longer window, the gliding pitch of a short word no longer resembles itself. */
const WINDOW = 60;

/**
 * Creates a meter: normalised autocorrelation over the last two frames, with everything below the pitch of voices
 * removed.
 */
export function createPeriodicityMeter(): PeriodicityMeter {
  const kept = new Float64Array(KEPT);
  let low = 0;
  let lower = 0;
  let rumble = 0;

  return {
    hear(frame) {
      kept.copyWithin(0, KEPT / 2);
      let [a, b, c] = [low, lower, rumble];
      let n = KEPT / 2;
      for (let i = 0; i < frame.length; i++) {
        a += 0.35 * ((frame[i] as number) - a);
        b += 0.35 * (a - b);
        c += 0.02 * (b - c);
        if (i % DECIMATION === DECIMATION - 1) kept[n++] = b - c;
      }
      [low, lower, rumble] = [a, b, c];
    },
    measure() {
      const from = KEPT - WINDOW;
      let energy = 0;
      for (let i = from; i < KEPT; i++) energy += (kept[i] as number) ** 2;
      if (energy < WINDOW) return 0;
      let best = 0;
      let shifted = 0;
      for (let i = from - SHORTEST + 1; i < KEPT - SHORTEST + 1; i++) shifted += (kept[i] as number) ** 2;
      for (let lag = SHORTEST; lag <= LONGEST; lag++) {
        shifted += (kept[from - lag] as number) ** 2 - (kept[KEPT - lag] as number) ** 2;
        let product = 0;
        for (let i = from; i < KEPT; i++) product += (kept[i] as number) * (kept[i - lag] as number);
        const likeness = product / Math.sqrt(energy * shifted);
        if (likeness > best && (lag <= DEEP || likeness > MIN_DEEP_LIKENESS)) best = likeness;
      }
      return best;
    },
  };
}
