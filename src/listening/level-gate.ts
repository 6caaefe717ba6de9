/** Detects frames that stand out from the noise of their line. Levels are dB below full scale (`level.ts`). */

import { SILENCE_DB } from "./level.js";

export interface LevelGate {
  /**
   * Returns whether the frame is louder than the line's noise, and not much softer than its speech. Learns from each
   * frame.
   * @param speechLike whether other evidence suggests speech: the gate is then slow to learn the frame as noise
   * @param overOurs whether we are speaking: a listening caller has not become softer
   */
  isOpen(level: number, speechLike: boolean, overOurs?: boolean): boolean;
  /** Whether the line is never quiet: its softest level is not far below the loudest recent speech. */
  readonly isNoisy: boolean;
}

/** The gate opens this far above the noise, and closes when the level has fallen back by HYSTERESIS_DB. */
const MARGIN_DB = 6;
const HYSTERESIS_DB = 3;
/** Minimum level of speech that is meant for us, however quiet the line (dB). */
const MIN_LEVEL_DB = -54;
/** A sound this far below the loudest recent speech is another person's, or its echo. */
const SPEECH_RANGE_DB = 16;
/** A quiet line has moments this far below its speech. */
const NOISY_RANGE_DB = 30;

/** Maximum noise assumed when a call begins, or the first word would pass for noise. */
const MAX_FIRST_NOISE_DB = -34;
/**
 * How the noise is tracked: down within a few frames, up within half a second, but during speech only by 2 dB a second.
 */
const FALL = 0.15;
const RISE = 0.05;
const RISE_IN_SPEECH_DB = 0.04;
/** How the loudest speech is tracked: up within a few frames, down by 1.5 dB a second. */
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
