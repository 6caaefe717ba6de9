import { SAMPLE_RATE } from "./pcm.js";

/** Below this level (of 32767, root mean square) there is nothing audible. */
const MIN_LEVEL = 500;
const MIN_SHARE = 0.5;

/**
 * Whether the samples are almost entirely a tone of this pitch: Goertzel's algorithm compared with the total power.
 *
 * @param samples whole periods of the tone, such as a frame of 20 ms for a multiple of 50 Hz
 */
export function isTone(samples: Int16Array, hz: number): boolean {
  const energy = energyOf(samples);
  return energy >= samples.length * MIN_LEVEL ** 2 && energiesAt(samples, [hz, hz, hz, hz])[0] >= MIN_SHARE * energy;
}

/** Step of the search for a tone (Hz): a quarter of the width that a frame of 20 ms resolves, twice as fine in the end. */
const STEP_HZ = 25;

/** Returns the strongest tone of a frame between two pitches, and its share of the sound (0–1); 0 for what is inaudible. */
export function strongestTone(samples: Int16Array, lowestHz: number, highestHz: number) {
  const energy = energyOf(samples);
  if (energy < samples.length * MIN_LEVEL ** 2) return { hz: 0, share: 0 };
  let best = { hz: lowestHz, energy: 0 };
  const consider = (pitches: Four) => {
    const energies = energiesAt(samples, pitches);
    for (const [i, here] of energies.entries())
      if (here > best.energy) best = { hz: pitches[i] as number, energy: here };
  };
  for (let hz = lowestHz; hz <= highestHz; hz += 4 * STEP_HZ) {
    const next = (steps: number) => Math.min(hz + steps * STEP_HZ, highestHz);
    consider([hz, next(1), next(2), next(3)]);
  }
  for (const step of [STEP_HZ / 2, STEP_HZ / 4]) {
    const [below, above] = [best.hz - step, best.hz + step];
    consider([below, above, below, above]);
  }
  return { hz: best.hz, share: best.energy / energy };
}

/** A DTMF key is a low and a high tone together (Hz, ITU-T Q.23). */
const LOW_TONES: Four = [697, 770, 852, 941];
const HIGH_TONES: Four = [1209, 1336, 1477, 1633];
/** Minimum share of both tones together in the sound of a key, and of each one. */
const MIN_DUAL_SHARE = 0.7;
const MIN_TONE_SHARE = 0.08;

/** Whether a frame of 20 ms is almost entirely the two tones of a DTMF key. */
export function isDualTone(samples: Int16Array): boolean {
  const energy = energyOf(samples);
  const strongest = (tones: Four) => Math.max(...energiesAt(samples, tones)) / energy;
  const low = strongest(LOW_TONES);
  if (energy === 0 || low < MIN_TONE_SHARE || low > 1 - MIN_TONE_SHARE) return false;
  const high = strongest(HIGH_TONES);
  return high >= MIN_TONE_SHARE && low + high >= MIN_DUAL_SHARE;
}

function energyOf(samples: Int16Array): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += (samples[i] as number) ** 2;
  return energy;
}

type Four = readonly [number, number, number, number];

/** The energies of the samples at four frequencies: none of them waits for another, so all take hardly longer than one. */
function energiesAt(samples: Int16Array, [hzA, hzB, hzC, hzD]: Four): Four {
  const [a, b, c, d] = [coefficientOf(hzA), coefficientOf(hzB), coefficientOf(hzC), coefficientOf(hzD)];
  let [lastA, lastB, lastC, lastD] = [0, 0, 0, 0];
  let [beforeA, beforeB, beforeC, beforeD] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    const nextA = sample + a * lastA - beforeA;
    const nextB = sample + b * lastB - beforeB;
    const nextC = sample + c * lastC - beforeC;
    const nextD = sample + d * lastD - beforeD;
    beforeA = lastA;
    beforeB = lastB;
    beforeC = lastC;
    beforeD = lastD;
    lastA = nextA;
    lastB = nextB;
    lastC = nextC;
    lastD = nextD;
  }
  const energy = (coefficient: number, last: number, before: number) =>
    (last ** 2 + before ** 2 - coefficient * last * before) / (samples.length / 2);
  return [energy(a, lastA, beforeA), energy(b, lastB, beforeB), energy(c, lastC, beforeC), energy(d, lastD, beforeD)];
}

const coefficientOf = (hz: number) => 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
