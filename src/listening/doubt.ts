import { FRAME_MS } from "../audio/pcm.js";

/** A voice that is taken for our echo while it is not known what echo the line returns: it may be the caller's. */
export interface Doubt {
  /** Takes the next frame. @param isInDoubt whether there is such a voice in it */
  hear(isInDoubt: boolean): void;
  /** How many of the last frames belong to an utterance that begins now because of it: 0 where there was none lately. */
  readonly frames: number;
}

/** After so long without one, what begins is another utterance. */
const MAX_GAP_FRAMES = 500 / FRAME_MS;

export function createDoubt(): Doubt {
  let frames = 0;
  let gap = 0;
  return {
    hear(isInDoubt) {
      gap = isInDoubt ? 0 : gap + 1;
      if (isInDoubt || frames > 0) frames++;
      if (gap > MAX_GAP_FRAMES) frames = 0;
    },
    get frames() {
      return frames;
    },
  };
}
