/** Detects a sound that keeps its level as only machines do. */

import { FRAME_MS } from "../audio/pcm.js";

export interface Steadiness {
  /** Takes the level of the next frame (dB). */
  hear(level: number): void;
  /** Whether the last frames were practically equally loud. */
  readonly isSteady: boolean;
}

const FRAMES = 120 / FRAME_MS;
const RANGE_DB = 0.8;

export function createSteadiness(): Steadiness {
  const levels = new Float64Array(FRAMES).fill(Number.POSITIVE_INFINITY);
  let next = 0;
  return {
    hear(level) {
      levels[next] = level;
      next = (next + 1) % FRAMES;
    },
    get isSteady() {
      let [lowest, highest] = [levels[0] as number, levels[0] as number];
      for (const level of levels) {
        if (level < lowest) lowest = level;
        if (level > highest) highest = level;
      }
      return highest - lowest < RANGE_DB;
    },
  };
}
