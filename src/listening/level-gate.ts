/** Does this frame stand out from the noise of its line? */

export interface LevelGate {
  /**
   * Whether the frame is louder than the line's noise, and not much softer than its speech. Learns from each frame.
   * @param speechLike whether the frame may be speech by other evidence: then the gate is slow to call it noise.
   */
  isOpen(frame: Int16Array, speechLike: boolean): boolean;
}

/** Levels are dB below full scale, of the band from about 150 to 2000 Hz, where voices are and hiss and hum are not. */
const LOW_PASS = 0.5;
const HIGH_PASS = 0.06;
const FULL_SCALE = 32_768;
const SILENCE_DB = -70;

/** The gate opens so far above the noise, and closes when the level has come back by HYSTERESIS_DB. */
const MARGIN_DB = 6;
const HYSTERESIS_DB = 3;
/** Nothing softer is meant for us, however quiet the line. */
const MIN_LEVEL_DB = -54;
/** What is so much softer than the loudest speech lately is somebody else's, or its echo. */
const SPEECH_RANGE_DB = 16;

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
  const levelOf = createLevelMeter();
  let noise: number | undefined;
  let loudest = SILENCE_DB;
  let open = false;

  return {
    isOpen(frame, speechLike) {
      const level = levelOf(frame);
      noise ??= Math.min(level, MAX_FIRST_NOISE_DB);

      const threshold = Math.max(noise + MARGIN_DB, loudest - SPEECH_RANGE_DB, MIN_LEVEL_DB);
      open = level > threshold - (open ? HYSTERESIS_DB : 0);

      if (level < noise) noise += FALL * (level - noise);
      else if (speechLike) noise += Math.min(RISE_IN_SPEECH_DB, level - noise);
      else noise += RISE * (level - noise);

      loudest = Math.max(SILENCE_DB, loudest - DECAY_DB);
      if (open && speechLike && level > loudest) loudest += ATTACK * (level - loudest);
      return open;
    },
  };
}

/** The level of each frame in the band of voices: two one-pole filters and a mean of squares. */
function createLevelMeter(): (frame: Int16Array) => number {
  let low = 0;
  let lowest = 0;
  return (frame) => {
    let energy = 0;
    for (let i = 0; i < frame.length; i++) {
      low += LOW_PASS * ((frame[i] as number) - low);
      lowest += HIGH_PASS * (low - lowest);
      energy += (low - lowest) ** 2;
    }
    return Math.max(SILENCE_DB, 10 * Math.log10(energy / frame.length / FULL_SCALE ** 2));
  };
}
