import { FRAME_MS } from "../audio/pcm.js";

/** Counts frames of a voice taken for our echo before the line's echo is known: it may be the caller's. */
export interface Doubt {
  /** Takes the next frame. @param isInDoubt whether it contains such a voice */
  hear(isInDoubt: boolean): void;
  /**
   * Number of the latest frames that belong to an utterance beginning now because of this voice; 0 if there was none
   * recently.
   */
  readonly frames: number;
}

/** After a gap this long, in frames, the next voice belongs to another utterance. */
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
