/** Cuts sound that arrives in chunks of any length into whole frames. */

import { FRAME_SAMPLES } from "./pcm.js";

export interface Framer {
  /**
   * The frames that are complete now. Those that lie inside the chunk are views on it: send or copy them before the
   * chunk's memory is used again. What is left over is kept for the next chunk.
   */
  push(chunk: Int16Array): Int16Array[];
  /** The last frame, filled up with silence, or undefined when nothing was left over; then the framer is as new. */
  flush(): Int16Array | undefined;
}

export function createFramer(): Framer {
  let rest = new Int16Array(FRAME_SAMPLES);
  let kept = 0;

  return {
    push(chunk) {
      const frames: Int16Array[] = [];
      let at = 0;
      if (kept > 0) {
        at = Math.min(FRAME_SAMPLES - kept, chunk.length);
        rest.set(chunk.subarray(0, at), kept);
        kept += at;
        if (kept < FRAME_SAMPLES) return frames;
        frames.push(rest);
        rest = new Int16Array(FRAME_SAMPLES);
        kept = 0;
      }
      for (; at + FRAME_SAMPLES <= chunk.length; at += FRAME_SAMPLES) {
        frames.push(chunk.subarray(at, at + FRAME_SAMPLES));
      }
      rest.set(chunk.subarray(at));
      kept = chunk.length - at;
      return frames;
    },
    flush() {
      if (kept === 0) return undefined;
      const last = rest.fill(0, kept);
      rest = new Int16Array(FRAME_SAMPLES);
      kept = 0;
      return last;
    },
  };
}
