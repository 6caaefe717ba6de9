/**
 * Detects that a voice has stopped although another sound continues. If people talk behind the caller, there is no
 * silence to wait for: the caller's utterance ends with a lasting drop below its own level. Levels in dB (`level.ts`).
 */

import { FRAME_MS } from "../audio/pcm.js";
import { SILENCE_DB } from "./level.js";

export interface LevelDrop {
  /** Begins an utterance. */
  begin(): void;
  /** Ends it. */
  end(): void;
  /** Takes the next frame. Returns whether the utterance has been well below its own level for long enough. */
  hear(level: number, voiced: boolean): boolean;
}

/** The level is smoothed: up within three frames, down within fourteen, so that no gap between words counts. */
const RISE = 0.3;
const FALL = 0.07;
/**
 * Size of a drop. A smaller one is enough when many people talk at once, because their murmur never pauses; a single
 * voice, from a television perhaps, rises and falls, and so does the caller's own.
 */
const MURMUR_DROP_DB = 4;
const VOICE_DROP_DB = 7;
/**
 * How long a drop lasts: where others are known to talk, and where they are not, because callers lower their voices
 * too.
 */
const LONG_FRAMES = 300 / FRAME_MS;
const LONGEST_FRAMES = 1_500 / FRAME_MS;
/** In a murmur, most frames of the last second and a half are voiced. */
const TALK_SHARE = 0.5;
const SHARE_FRAMES = 75;
/**
 * A murmur never gets quieter than this, nor than this far below the utterance (dB). The minimum rises by 2 dB a
 * second.
 */
const MIN_FLOOR_DB = -54;
const FLOOR_RANGE_DB = 25;
const FLOOR_RISE_DB = 0.04;
/**
 * Others are talking if an utterance suddenly got louder after lasting this long, or continued after a drop. They are
 * then expected for the second period.
 */
const OTHERS_FRAMES = 500 / FRAME_MS;
const OTHERS_KNOWN_FRAMES = 10_000 / FRAME_MS;

export function createLevelDrop(): LevelDrop {
  let smooth = SILENCE_DB;
  let floor = SILENCE_DB;
  let talk = 0;
  /**
   * The utterance's own level, undefined when there is none; and its initial level, set once it has lasted long enough.
   */
  let peak: number | undefined;
  let first = Number.POSITIVE_INFINITY;
  let voicedFrames = 0;
  let lowFrames = 0;
  /** Number of frames for which others are still expected. */
  let others = 0;

  return {
    begin() {
      peak = smooth;
      first = Number.POSITIVE_INFINITY;
      voicedFrames = lowFrames = 0;
    },
    end() {
      peak = undefined;
    },
    // oxlint-disable-next-line complexity -- one pass over a frame, without a call
    hear(level, voiced) {
      smooth += (level > smooth ? RISE : FALL) * (level - smooth);
      floor = Math.min(smooth, floor + FLOOR_RISE_DB);
      talk += ((voiced ? 1 : 0) - talk) / SHARE_FRAMES;
      if (others > 0) others--;
      if (peak === undefined) return false;
      peak = Math.max(smooth, peak);
      if (voiced && ++voicedFrames === OTHERS_FRAMES) first = peak;
      if (peak > first + VOICE_DROP_DB) others = OTHERS_KNOWN_FRAMES;

      const isMurmur = talk > TALK_SHARE && floor > Math.max(MIN_FLOOR_DB, peak - FLOOR_RANGE_DB);
      if (smooth > peak - (isMurmur ? MURMUR_DROP_DB : VOICE_DROP_DB)) lowFrames = 0;
      else if (voiced || isMurmur) lowFrames++;
      const isLong = lowFrames > (isMurmur || others > 0 ? LONG_FRAMES : LONGEST_FRAMES);
      if (isLong && voiced) others = OTHERS_KNOWN_FRAMES;
      return isLong;
    },
  };
}
