import { SAMPLE_RATE } from "./pcm.js";

/** Softer than this (of 32767, root mean square), there is nothing to hear. */
const MIN_LEVEL = 500;
const MIN_SHARE = 0.5;

/**
 * Whether there is hardly anything but a tone of this pitch in the samples, by Goertzel's algorithm against the power of
 * the whole.
 *
 * @param samples whole periods of the tone, such as a frame of 20 ms of a multiple of 50 Hz
 */
export function isTone(samples: Int16Array, hz: number): boolean {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  let last = 0;
  let beforeLast = 0;
  let energy = 0;
  for (const sample of samples) {
    [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
    energy += sample * sample;
  }
  if (energy < samples.length * MIN_LEVEL ** 2) return false;
  const power = last ** 2 + beforeLast ** 2 - coefficient * last * beforeLast;
  return power >= MIN_SHARE * energy * (samples.length / 2);
}
