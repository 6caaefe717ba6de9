import { samplesIn } from "../audio/pcm.js";
import { SENTENCE_MS, speechIn } from "../listening/speech-in.js";

/** After this many unintelligible sounds in a row, they are taken to be the caller's, however short. */
const ENOUGH = 2;
/** A voice softer than the caller's by more than this is someone else's (dB). */
const OTHERS_DB = 6;
/** Maximum number of times in a row that a caller is told. */
const MAX_TOLD = 2;
/**
 * End of a sound that is examined to decide whether it is speech, and how loud it is, in ms: examining a minute takes
 * 0.1 s.
 */
const RECENT_MS = { speech: 10_000, level: 5_000 };

/**
 * Decides whether to tell the caller that they were not understood, over a row of unintelligible sounds. Noise gets no
 * answer. A first sound that resembles speech gets none either, because it may be someone else's; a second may be the
 * caller's, who is then told once. A caller who was understood before is told at once after a sentence. Every row has a
 * maximum. If words seemed to be recognised during the sound, it counts as the caller's speech.
 */
export function createNotUnderstood(lookAt = speechIn): {
  isToBeTold(sound: Int16Array, hadWords?: boolean): boolean;
  /** Ends the row: the caller was understood in this sound, which also shows how loud they speak. */
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
      const { level } = lookAt(lastOf(sound, RECENT_MS.level)); // Independent of their level so far.
      if (level !== undefined) leastLevel = level - OTHERS_DB;
    },
  };
}

function lastOf(sound: Int16Array, ms: number): Int16Array {
  return sound.subarray(Math.max(0, sound.length - samplesIn(ms)));
}
