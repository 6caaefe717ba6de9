/**
 * Measures the level of a frame in dB below full scale, in the band from about 150 to 2000 Hz, which contains voices
 * but little hiss or hum.
 */

const LOW_PASS = 0.5;
const HIGH_PASS = 0.06;
const FULL_SCALE = 32_768;
/** Lowest level that is ever returned (dB). */
export const SILENCE_DB = -70;

/** Creates a meter that returns the level of each frame of a stream: two one-pole filters and a mean of squares. */
export function createLevelMeter(): (frame: Int16Array) => number {
  let lowKept = 0;
  let lowestKept = 0;
  return (frame) => {
    let low = lowKept; // Locals: variables of a closure cost five times as much in the loop.
    let lowest = lowestKept;
    let energy = 0;
    for (let i = 0; i < frame.length; i++) {
      low += LOW_PASS * ((frame[i] as number) - low);
      lowest += HIGH_PASS * (low - lowest);
      energy += (low - lowest) * (low - lowest);
    }
    lowKept = low;
    lowestKept = lowest;
    return Math.max(SILENCE_DB, 10 * Math.log10(energy / frame.length / FULL_SCALE ** 2));
  };
}
