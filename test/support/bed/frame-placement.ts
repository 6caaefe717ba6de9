import { FRAME_MS, FRAME_SAMPLES, samplesIn } from "../../../src/audio/pcm.js";

/** A frame later than the ones before it by more than this was preceded by silence, ms. Half a frame. */
const GAP_MS = FRAME_MS / 2;

/**
 * Where frames lie on a call's timeline, told by when they arrived.
 *
 * Frames are made 20 ms apart by a steady clock, pauses lie between some of them, and each arrives a little late by an
 * unsteady amount, never early. A pause delays every frame after it; lateness delays the one frame. So the delay
 * that all later frames share is pause, the rest is lateness and is left out. Several frames that arrive at once after
 * this process was held up come out 20 ms apart where they belong.
 *
 * @param arrivals ms since the timeline's zero, in order
 * @returns the position of each frame's first sample, in samples; frames never overlap
 */
export function placeFrames(arrivals: readonly number[]): number[] {
  const delays = arrivals.map((arrival, index) => arrival - index * FRAME_MS);
  for (let index = delays.length - 2; index >= 0; index--) {
    delays[index] = Math.min(delays[index] as number, delays[index + 1] as number);
  }
  let delay = Number.NEGATIVE_INFINITY;
  return delays.map((shared, index) => {
    if (shared - delay > GAP_MS) delay = shared;
    return Math.max(0, samplesIn(delay)) + index * FRAME_SAMPLES;
  });
}

/** Frames laid out at their positions, silence between them. */
export function layOut(frames: readonly Int16Array[], positions: readonly number[], length: number): Int16Array {
  const samples = new Int16Array(length);
  frames.forEach((frame, index) => {
    const at = positions[index] ?? length;
    if (at < length) samples.set(frame.subarray(0, length - at), at);
  });
  return samples;
}
