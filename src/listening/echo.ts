/**
 * Recognises our own voice when it comes back. Learns from the envelopes alone how loud and how late a line returns it.
 *
 * The echo at a given `lag` cannot be louder than the quietest level ever heard that long after a loud sound of ours: a
 * caller who speaks at the same time only adds to it. So for each lag the low end of (heard − ours) is tracked. The
 * expected echo is the loudest that any lag allows.
 */

import { FRAME_MS } from "../audio/pcm.js";
import { SILENCE_DB } from "./level.js";
import { ECHO_MS, type OwnVoice } from "./own-voice.js";

export interface Echo {
  /**
   * Takes the level of the next frame heard, its time, and whether an echo is possible at all. Returns the expected
   * level of an echo in it.
   */
  hear(level: number, at: number, isPossible: boolean): number;
  /** Returns the similarity of the last 500 ms heard to what we played before, at the best lag; 1 means identical. */
  likeness(): number;
  /** Whether enough was heard after loud sounds of ours to tell an echo from a caller. */
  readonly isLearnt: boolean;
  /** Whether the line is known to return no echo that could be taken for a voice. */
  readonly isNone: boolean;
}

const LAGS = ECHO_MS / FRAME_MS + 1;
const COMPARED = 500 / FRAME_MS;
/** Coupling assumed for a lag until we have played something loud that long ago (dB). */
const FIRST_COUPLING_DB = -12;
/** An echo this soft cannot be taken for a voice (dB). */
const NONE_DB = -40;
/** Our voice counts as loud down to this far below its loudest level (dB), which decays by FORGET_DB per frame. */
const LOUD_RANGE_DB = 12;
const FORGET_DB = 0.01;
const MIN_LOUD_DB = -45;
/** Loud frames after which a coupling counts as known. It is the minimum of those first frames. */
const FIRST_FRAMES = 5;
/**
 * On a new line, someone may have spoken during everything heard so far. Within this many loud frames, a level further
 * below the coupling than an echo varies (dB) lowers the coupling at once.
 */
const LEARNING_FRAMES = 1_000 / FRAME_MS;
const SPREAD_DB = 6;
/**
 * The coupling is not lowered below this (dB): voices behind the caller pause too, and must not pass for the caller.
 */
const REFUTED_DB = -24;
/** The tenth percentile is tracked in steps of this size (dB). */
const QUANTILE = 0.1;
const STEP_DB = 0.4;

export function createEcho(ownVoice: Pick<OwnVoice, "levelAt">): Echo {
  const couplings = new Float64Array(LAGS);
  const counts = new Uint8Array(LAGS);
  /** Levels of our voice and levels heard, each latest first. */
  const ours = new Float64Array(LAGS + COMPARED);
  const heard = new Float64Array(COMPARED).fill(SILENCE_DB);
  let loudest = SILENCE_DB;

  return {
    hear(level, at, isPossible) {
      heard.copyWithin(1, 0);
      heard[0] = level;
      if (!isPossible) return SILENCE_DB;
      for (let i = 0; i < ours.length; i++) ours[i] = ownVoice.levelAt(at - i * FRAME_MS);
      loudest = Math.max(loudest - FORGET_DB, ours[1] as number);
      const loud = Math.max(MIN_LOUD_DB, loudest - LOUD_RANGE_DB);
      let expected = SILENCE_DB;
      for (let lag = 1; lag < LAGS; lag++) {
        const own = ours[lag] as number;
        const count = counts[lag] as number;
        let coupling = couplings[lag] as number;
        if (own > loud) {
          const seen = level - own;
          if (count < LEARNING_FRAMES) counts[lag] = count + 1;
          if (count < FIRST_FRAMES) coupling = Math.min(coupling, seen);
          else if (count < LEARNING_FRAMES && seen < coupling - SPREAD_DB) coupling = refuted(coupling, seen);
          else coupling += seen < coupling ? -STEP_DB * (1 - QUANTILE) : STEP_DB * QUANTILE;
          couplings[lag] = coupling;
        }
        expected = Math.max(expected, own + (count < FIRST_FRAMES ? FIRST_COUPLING_DB : coupling));
      }
      return expected;
    },
    likeness() {
      let best = 0;
      for (let lag = 1; lag < LAGS; lag++) best = Math.max(best, correlation(heard, ours, lag));
      return best;
    },
    get isLearnt() {
      return (counts[LAGS - 1] as number) >= LEARNING_FRAMES;
    },
    get isNone() {
      for (let lag = 1; lag < LAGS; lag++)
        if ((counts[lag] as number) < FIRST_FRAMES || (couplings[lag] as number) > NONE_DB) return false;
      return true;
    },
  };
}

/** Returns the coupling lowered by a frame that is too soft for an echo with the present one. */
function refuted(coupling: number, seen: number): number {
  return Math.min(coupling, Math.max(seen + SPREAD_DB, REFUTED_DB));
}

function correlation(heard: Float64Array, ours: Float64Array, lag: number): number {
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < COMPARED; i++) {
    const a = heard[i] as number;
    const b = ours[i + lag] as number;
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  const spread = (xx - (x * x) / COMPARED) * (yy - (y * y) / COMPARED);
  return spread > 1 ? (xy - (x * y) / COMPARED) / Math.sqrt(spread) : 0;
}
