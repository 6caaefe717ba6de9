/**
 * Is what comes back our own voice? Learns from the envelopes alone how much of us a line returns, and how late.
 *
 * What comes back after `lag` can be no louder than the least that was ever heard so long after something loud of ours:
 * a caller who speaks at the same time only adds to it. So for each lag the low end of (heard − ours) is followed, and
 * the echo to expect is the loudest that any lag allows.
 */

import { FRAME_MS } from "../audio/pcm.js";
import { SILENCE_DB } from "./level.js";
import { ECHO_MS, type OwnVoice } from "./own-voice.js";

export interface Echo {
  /**
   * Takes the level of the next frame heard, when that was, and whether an echo is possible at all. Returns the level that
   * an echo in it has at least.
   */
  hear(level: number, at: number, isPossible: boolean): number;
  /** How alike the last 500 ms heard are to what we played before them, at the best lag: 1 is the same. */
  likeness(): number;
  /** Whether enough was heard after loud sounds of ours to tell an echo from a caller. */
  readonly isLearnt: boolean;
  /** Whether it is known by now that nothing comes back that anybody could take for a voice. */
  readonly isNone: boolean;
}

const LAGS = ECHO_MS / FRAME_MS + 1;
const COMPARED = 500 / FRAME_MS;
/** What is presumed of a lag until something loud has been played so long ago. */
const FIRST_COUPLING_DB = -12;
/** What comes back so softly is no voice to anybody (dB). */
const NONE_DB = -40;
/** Ours counts as loud so far below our loudest (dB), which is forgotten at so much a frame. */
const LOUD_RANGE_DB = 12;
const FORGET_DB = 0.01;
const MIN_LOUD_DB = -45;
/** From so many loud frames on a coupling is known; the first ones count by their least. */
const FIRST_FRAMES = 5;
/**
 * While a line is new, somebody may have spoken in all that was heard so far. Until so many frames were loud, what is softer by
 * more than an echo varies (dB) refutes the coupling at once.
 */
const LEARNING_FRAMES = 1_000 / FRAME_MS;
const SPREAD_DB = 6;
/** No further than that: voices behind the caller pause as well, and are not to pass for the caller (dB). */
const REFUTED_DB = -24;
/** The tenth percentile is followed in steps of so much (dB). */
const QUANTILE = 0.1;
const STEP_DB = 0.4;

export function createEcho(ownVoice: Pick<OwnVoice, "levelAt">): Echo {
  const couplings = new Float64Array(LAGS);
  const counts = new Uint8Array(LAGS);
  /** Ours, the latest first; heard, the latest first. */
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

/** The coupling after a frame that an echo with it would not have left so soft. */
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
