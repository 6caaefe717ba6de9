/** Stores the sound that may still be needed: a queue of frames in one block of memory. */

import { FRAME_SAMPLES } from "../audio/pcm.js";

export interface FrameBuffer {
  /** Number of frames stored. */
  readonly frames: number;
  /** Appends a copy of the frame. */
  append(frame: Int16Array): void;
  /** Discards all but the last `frames` frames. */
  keepLast(frames: number): void;
  /** Returns a copy of all frames, or of those from `from` up to `to`. It belongs to the caller. */
  copy(from?: number, to?: number): Int16Array;
  /** Removes up to `frames` frames from the beginning and returns them as one array, which belongs to the caller. */
  take(frames: number): Int16Array;
}

/**
 * Creates a buffer. Its memory grows when it is full and shrinks with `take`; nothing is allocated in between.
 * @param frames initial capacity in frames; keeping no more than half of it never allocates
 */
export function createFrameBuffer(frames: number): FrameBuffer {
  const smallest = frames * FRAME_SAMPLES;
  let memory = new Int16Array(smallest);
  let start = 0;
  let end = 0;

  /** Moves the stored samples to the start of memory of `length` samples. */
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
