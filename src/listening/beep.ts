/** Finds the beep of an answering machine, and the answer tone of a fax: one pitch and one level, as no voice holds it. */

import { strongestTone } from "../audio/goertzel.js";
import { FRAME_MS } from "../audio/pcm.js";

/** A tone that has ended. Times are ms of line time. */
export interface Tone {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether a fax or a modem answers like this, and no mailbox. */
  readonly isFax: boolean;
}

/** Pitches of beeps (Hz): below are hums and voices, above are fax machines, which answer with 2 100 Hz. */
const LOWEST_HZ = 400;
const HIGHEST_HZ = 2_000;
const HIGHEST_FAX_HZ = 2_150;
/** Frames of the answer tone of a fax: a whistle is shorter. */
const MIN_FAX_FRAMES = 1_000 / FRAME_MS;
/** Least share of the tone in a frame (0–1); vowels have overtones. */
const MIN_SHARE = 0.8;
/** Largest change of pitch from one frame to the next, as a share of it; a voice glides. */
const MAX_GLIDE = 0.03;
/** Frames of a tone that make a beep, and frames without it that end it. */
const MIN_FRAMES = 120 / FRAME_MS;
const END_FRAMES = 60 / FRAME_MS;

/** Creates a detector for one line. It takes frame after frame, and returns a tone when that has just ended. */
export function createBeepDetector(): (frame: Int16Array) => Tone | undefined {
  /** Line time in frames. */
  let now = 0;
  let first = 0;
  let last = 0;
  let held = 0;
  let pitch = 0;

  return (frame) => {
    now++;
    const { hz, share } = strongestTone(frame, LOWEST_HZ, HIGHEST_FAX_HZ);
    const isTone = share >= MIN_SHARE;
    if (isTone && held > 0 && Math.abs(hz - pitch) <= MAX_GLIDE * pitch) {
      held++;
      last = now;
      pitch = hz;
      return undefined;
    }
    const isOver = held > 0 && (isTone || now - last >= END_FRAMES);
    const isFax = pitch > HIGHEST_HZ;
    const ended =
      isOver && held >= (isFax ? MIN_FAX_FRAMES : MIN_FRAMES)
        ? { startedAt: (first - 1) * FRAME_MS, endedAt: last * FRAME_MS, isFax }
        : undefined;
    if (isOver) held = 0;
    if (isTone && held === 0) {
      [first, last, held, pitch] = [now, now, 1, hz];
    }
    return ended;
  };
}
