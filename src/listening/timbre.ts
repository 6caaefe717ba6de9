/**
 * Measures whether a vowel's energy lies below 600 Hz or above, which changes with the mouth from sound to sound: the
 * level between 600 and 1,400 Hz relative to the level below, in dB.
 */

const LOW_PASS = 0.22;
const MIDDLE_PASS = 0.35;
const RUMBLE_PASS = 0.02;

/** Creates a meter that returns the timbre of each frame of a stream. */
export function createTimbreMeter(): (frame: Int16Array) => number {
  let [low, lower, middle, all, rumble] = [0, 0, 0, 0, 0];
  return (frame) => {
    let [lows, middles] = [1, 1];
    for (let i = 0; i < frame.length; i++) {
      const sample = frame[i] as number;
      rumble += RUMBLE_PASS * (sample - rumble);
      low += LOW_PASS * (sample - rumble - low);
      lower += LOW_PASS * (low - lower);
      middle += MIDDLE_PASS * (sample - rumble - middle);
      all += MIDDLE_PASS * (middle - all);
      lows += lower * lower;
      middles += (all - lower) ** 2;
    }
    return 10 * Math.log10(middles / lows);
  };
}
