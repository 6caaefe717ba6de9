import { samplesIn } from "../audio/pcm.js";
import { SENTENCE_MS, speechIn } from "../listening/speech-in.js";

/** So many in a row that nobody understood are somebody's after all, however short. */
const ENOUGH = 2;
/** Whoever is so much softer than the caller was is somebody else, dB. */
const OTHERS_DB = 6;
/** Whoever was told so often that they are not understood knows it. */
const MAX_TOLD = 2;
/** So much of the end of a sound tells whether it is speech, and how loud somebody speaks, ms: to look at a minute takes 0.1 s. */
const RECENT_MS = { speech: 10_000, level: 5_000 };

/**
 * Whether somebody of whom no words were understood is told so, in a row of such sounds. Noise is nobody and hears nothing;
 * nor does what is like speech, once: it may be somebody else's. A second may be the caller's, and has them told,
 * once; a caller who was understood before is told at once of a sentence, and nobody for ever. Where words seemed to be
 * understood while they were said, somebody said something, whatever it sounds like.
 */
export function createNotUnderstood(lookAt = speechIn): {
  isToBeTold(sound: Int16Array, hadWords?: boolean): boolean;
  /** The caller was understood in this: the row is over, and it is known how loud they are. */
  understood(sound: Int16Array): void;
} {
  let unclear = 0;
  let told = 0;
  let leastLevel: number | undefined;

  return {
    isToBeTold(sound, hadWords = false) {
      const { ms } = lookAt(lastOf(sound, RECENT_MS.speech), leastLevel);
      if (ms === 0 && !hadWords) return false;
      unclear++;
      const isCaller = hadWords || (leastLevel !== undefined && ms >= SENTENCE_MS);
      const isTold = isCaller ? told < MAX_TOLD : unclear >= ENOUGH && told === 0;
      if (isTold) told++;
      return isTold;
    },
    understood(sound) {
      unclear = told = 0;
      const { level } = lookAt(lastOf(sound, RECENT_MS.level)); // However loud they were before.
      if (level !== undefined) leastLevel = level - OTHERS_DB;
    },
  };
}

function lastOf(sound: Int16Array, ms: number): Int16Array {
  return sound.subarray(Math.max(0, sound.length - samplesIn(ms)));
}
