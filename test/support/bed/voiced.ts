import { samplesIn } from "../../../src/audio/pcm.js";

/** A stretch with sound in it: sample positions, `to` exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The least that is looked at as one, 5 ms. */
const WINDOW = samplesIn(5);
/** Louder than what G.722 makes of silence and comfort noise; speech is ten times as loud. Root mean square. */
const VOICED_RMS = 150;

export interface StretchOptions {
  /** Shorter ones are passed over, ms. */
  readonly minMs?: number;
  /** Pauses up to this long do not end a stretch, ms. */
  readonly pauseMs?: number;
  /** Where to begin, in samples. */
  readonly after?: number;
}

/** The stretches with sound, to 5 ms. Energy alone: made for the clean lines of the test bed. */
export function voicedStretches(samples: Int16Array, options: StretchOptions = {}): Stretch[] {
  const { minMs = 40, pauseMs = 60, after = 0 } = options;
  const joined: { from: number; to: number }[] = [];
  for (let from = after; from + WINDOW <= samples.length; from += WINDOW) {
    if (!isVoiced(samples.subarray(from, from + WINDOW))) continue;
    const last = joined.at(-1);
    if (last && from - last.to <= samplesIn(pauseMs)) last.to = from + WINDOW;
    else joined.push({ from, to: from + WINDOW });
  }
  return joined.filter(({ from, to }) => to - from >= samplesIn(minMs));
}

/** Whether the samples as a whole are louder than silence. */
export function isVoiced(samples: Int16Array): boolean {
  let squares = 0;
  for (const sample of samples) squares += sample * sample;
  return squares > VOICED_RMS * VOICED_RMS * samples.length;
}

/** The longest stretch without sound between two positions, ms. */
export function longestSilence(samples: Int16Array, from: number, to: number): number {
  let [longest, silentFrom] = [0, from];
  for (const stretch of voicedStretches(samples.subarray(0, to), { after: from, minMs: 20 })) {
    longest = Math.max(longest, stretch.from - silentFrom);
    silentFrom = Math.max(silentFrom, stretch.to);
  }
  return Math.max(longest, to - silentFrom) / 16;
}
