/**
 * Models what we play and when the far side plays it: its queue, fed with everything that is sent. All times are ms on
 * one clock. Queries may reach back one second.
 */

import { FRAME_MS, FRAME_SAMPLES } from "../audio/pcm.js";
import { createLevelMeter, SILENCE_DB } from "./level.js";

/** Receives everything that goes to the line. */
export interface Playout {
  /** Queues samples. */
  play(samples: Int16Array, at: number): void;
  /** Pauses playback; the queue is kept. */
  pause(at: number): void;
  resume(at: number): void;
  /** Discards the queue and ends a pause. */
  flush(at: number): void;
}

export interface OwnVoice extends Playout {
  /** Returns our level at a time within the last second (dB below full scale). */
  levelAt(at: number): number;
  /** Whether our voice is being played, or was so recently that its echo may still come. */
  isAudible(at: number): boolean;
  /** Whether our voice is paused and was audible when it was paused. */
  readonly isHeldUp: boolean;
  /** Start of our audible voice: the first sound after a silence long enough for all echo to end. */
  readonly begunAt: number;
}

/** Longest delay of an echo, in ms. */
export const ECHO_MS = 600;
const SLOTS = 64;
/** Softer frames of our voice count as pauses (dB below full scale). */
const AUDIBLE_DB = -50;

export function createOwnVoice(): OwnVoice {
  const levelOf = createLevelMeter();
  /** Levels of the queued frames, and the start of the first of them. */
  let queue: number[] = [];
  let head = 0;
  let nextAt = 0;
  let paused = false;
  /** Whether our voice was audible when it was paused. */
  let wasAudible = false;
  let audibleUntil = Number.NEGATIVE_INFINITY;
  let begunAt = Number.NEGATIVE_INFINITY;
  /** Samples that do not yet fill a frame. */
  const partial = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  /** What was played: the level of each 20 ms slot, and the number of that slot. */
  const levels = new Float64Array(SLOTS).fill(SILENCE_DB);
  const slots = new Float64Array(SLOTS).fill(-1);

  function empty(): void {
    queue = [];
    head = 0;
  }

  /** Records what was played up to `at`. */
  function advance(at: number): void {
    if (paused) return;
    for (; head < queue.length && nextAt + FRAME_MS <= at; head++) {
      const level = queue[head] as number;
      const slot = Math.round(nextAt / FRAME_MS);
      levels[slot % SLOTS] = level;
      slots[slot % SLOTS] = slot;
      if (level > AUDIBLE_DB && nextAt > audibleUntil) begunAt = nextAt;
      nextAt += FRAME_MS;
      if (level > AUDIBLE_DB) audibleUntil = nextAt + ECHO_MS;
    }
    if (head > 0 && head === queue.length) empty();
  }

  return {
    play(samples, at) {
      advance(at);
      if (queue.length === 0) nextAt = Math.max(nextAt, at);
      for (let from = 0; from < samples.length;) {
        const taken = Math.min(samples.length - from, FRAME_SAMPLES - filled);
        partial.set(samples.subarray(from, from + taken), filled);
        from += taken;
        filled += taken;
        if (filled < FRAME_SAMPLES) break;
        queue.push(levelOf(partial));
        filled = 0;
      }
    },
    pause(at) {
      advance(at);
      if (!paused) wasAudible = at < audibleUntil;
      paused = true;
    },
    resume(at) {
      if (paused) nextAt = Math.max(nextAt, at);
      if (paused && wasAudible) audibleUntil = Math.max(audibleUntil, nextAt); // A resumed sound did not begin just now.
      paused = false;
    },
    flush(at) {
      advance(at);
      empty();
      filled = 0;
      paused = false;
    },
    levelAt(at) {
      advance(at);
      const slot = Math.floor(at / FRAME_MS);
      return slots[slot % SLOTS] === slot ? (levels[slot % SLOTS] as number) : SILENCE_DB;
    },
    isAudible(at) {
      advance(at);
      return at < audibleUntil;
    },
    get isHeldUp() {
      return paused && wasAudible;
    },
    get begunAt() {
      return begunAt;
    },
  };
}
