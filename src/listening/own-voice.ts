/**
 * What we play, and when the far side plays it: a model of its queue, told of all that is sent. Times are ms on one clock
 * of the owner's; what is asked about lies in the last second.
 */

import { FRAME_MS, FRAME_SAMPLES } from "../audio/pcm.js";
import { createLevelMeter, SILENCE_DB } from "./level.js";

/** Told of everything that goes to the line. */
export interface Playout {
  /** Samples were queued. */
  play(samples: Int16Array, at: number): void;
  /** Playing stands still, what is queued stays. */
  pause(at: number): void;
  resume(at: number): void;
  /** What is queued is thrown away, and a pause is over. */
  flush(at: number): void;
}

export interface OwnVoice extends Playout {
  /** How loud we were at a time within the last second (dB below full scale). */
  levelAt(at: number): number;
  /** Whether something of ours is being played, or was so shortly ago that its echo may still come. */
  isAudible(at: number): boolean;
  /** Whether something of ours stands still that was audible when it was paused. */
  readonly isHeldUp: boolean;
  /** When what is audible has begun: after a silence so long that no echo was left. */
  readonly begunAt: number;
}

/** No echo comes later than this (ms). */
export const ECHO_MS = 600;
const SLOTS = 64;
/** Softer frames of ours are the pauses in it (dB below full scale). */
const AUDIBLE_DB = -50;

export function createOwnVoice(): OwnVoice {
  const levelOf = createLevelMeter();
  /** Levels of the frames that are queued, and when the first of them begins. */
  let queue: number[] = [];
  let head = 0;
  let nextAt = 0;
  let paused = false;
  /** Whether we were when it was paused. */
  let wasAudible = false;
  let audibleUntil = Number.NEGATIVE_INFINITY;
  let begunAt = Number.NEGATIVE_INFINITY;
  /** Samples that do not fill a frame yet. */
  const partial = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  /** What was played: the level in each slot of 20 ms, and the slot it belongs to. */
  const levels = new Float64Array(SLOTS).fill(SILENCE_DB);
  const slots = new Float64Array(SLOTS).fill(-1);

  function empty(): void {
    queue = [];
    head = 0;
  }

  /** Notes what was played until now. */
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
      if (paused && wasAudible) audibleUntil = Math.max(audibleUntil, nextAt); // What goes on has begun before.
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
