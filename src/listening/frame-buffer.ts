/** The sound that may still be wanted: a queue of frames in one piece of memory. */

import { FRAME_SAMPLES } from "../audio/pcm.js";

export interface FrameBuffer {
  /** How many frames are kept. */
  readonly frames: number;
  /** Copies the frame to the end. */
  append(frame: Int16Array): void;
  /** Forgets all but the last `frames` frames. */
  keepLast(frames: number): void;
  /** All that is kept, or from one frame of it up to another, as one piece that belongs to the caller. */
  copy(from?: number, to?: number): Int16Array;
  /** Removes up to `frames` frames from the beginning, and returns them as one piece that belongs to the caller. */
  take(frames: number): Int16Array;
}

/**
 * Memory grows while more is kept than there is room for, and shrinks with `take`; in between nothing is allocated.
 * @param frames how many frames there is room for at first; to keep no more than half of them never allocates.
 */
export function createFrameBuffer(frames: number): FrameBuffer {
  const smallest = frames * FRAME_SAMPLES;
  let memory = new Int16Array(smallest);
  let start = 0;
  let end = 0;

  /** Moves what is kept to the beginning of a memory of `length` samples. */
  function moveTo(length: number): void {
    const kept = memory.subarray(start, end);
    if (length !== memory.length) memory = new Int16Array(length);
    memory.set(kept);
    start = 0;
    end = kept.length;
  }

  return {
    get frames() {
      return (end - start) / FRAME_SAMPLES;
    },
    append(frame) {
      if (end + frame.length > memory.length) {
        const full = end - start > memory.length / 2;
        moveTo(full ? 2 * memory.length : memory.length);
      }
      memory.set(frame, end);
      end += frame.length;
    },
    keepLast(frames) {
      start = Math.max(start, end - frames * FRAME_SAMPLES);
    },
    copy: (from = 0, to = Infinity) =>
      memory.slice(start + from * FRAME_SAMPLES, Math.min(end, start + to * FRAME_SAMPLES)),
    take(frames) {
      const taken = memory.slice(start, Math.min(end, start + frames * FRAME_SAMPLES));
      start += taken.length;
      moveTo(Math.max(smallest, 2 * (end - start)));
      return taken;
    },
  };
}
