/** Does this frame stand out from the noise of its line? Levels are dB below full scale (`level.ts`). */

import { SILENCE_DB } from "./level.js";

export interface LevelGate {
  /**
   * Whether the frame is louder than the line's noise, and not much softer than its speech. Learns from each frame.
   * @param speechLike whether the frame may be speech by other evidence: then the gate is slow to call it noise.
   * @param overOurs whether we speak: a caller who listens has not become softer by that.
   */
  isOpen(level: number, speechLike: boolean, overOurs?: boolean): boolean;
  /** Whether the line is never quiet: what is softest on it is not far below the loudest speech lately. */
  readonly isNoisy: boolean;
}

/** The gate opens so far above the noise, and closes when the level has come back by HYSTERESIS_DB. */
const MARGIN_DB = 6;
const HYSTERESIS_DB = 3;
/** Nothing softer is meant for us, however quiet the line. */
const MIN_LEVEL_DB = -54;
/** What is so much softer than the loudest speech lately is somebody else's, or its echo. */
const SPEECH_RANGE_DB = 16;
/** On a quiet line speech has moments that are so much softer. */
const NOISY_RANGE_DB = 30;

/** The noise is no louder than this when a call begins, or the first word would pass for it. */
const MAX_FIRST_NOISE_DB = -34;
/** How the noise is followed: down within a few frames, up in half a second, but through speech only 2 dB a second. */
const FALL = 0.15;
const RISE = 0.05;
const RISE_IN_SPEECH_DB = 0.04;
/** How the loudest speech is followed: up within a few frames, down 1.5 dB a second. */
const ATTACK = 0.2;
const DECAY_DB = 0.03;

export function createLevelGate(): LevelGate {
  let noise: number | undefined;
  let loudest = SILENCE_DB;
  let open = false;

  return {
    isOpen(level, speechLike, overOurs = false) {
      noise ??= Math.min(level, MAX_FIRST_NOISE_DB);

      const threshold = Math.max(noise + MARGIN_DB, loudest - SPEECH_RANGE_DB, MIN_LEVEL_DB);
      open = level > threshold - (open ? HYSTERESIS_DB : 0);

      if (level < noise) noise += FALL * (level - noise);
      else if (speechLike) noise += Math.min(RISE_IN_SPEECH_DB, level - noise);
      else noise += RISE * (level - noise);

      if (!overOurs) loudest = Math.max(SILENCE_DB, loudest - DECAY_DB);
      if (open && speechLike && level > loudest) loudest += ATTACK * (level - loudest);
      return open;
    },
    get isNoisy() {
      return noise !== undefined && noise > loudest - NOISY_RANGE_DB;
    },
  };
}
