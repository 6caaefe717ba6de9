/**
 * Has a voice stopped, although something else goes on? Where people talk behind the caller there is no silence to wait
 * for: there the end of what the caller says is a lasting drop below their own level. Levels are dB (`level.ts`).
 */

import { FRAME_MS } from "../audio/pcm.js";
import { SILENCE_DB } from "./level.js";

export interface LevelDrop {
  /** An utterance begins. */
  begin(): void;
  /** It is over. */
  end(): void;
  /** Takes the next frame. Returns whether the utterance has been well below its own level for long. */
  hear(level: number, voiced: boolean): boolean;
}

/** The level is smoothed: up within three frames, down within fourteen, so that no gap between words counts. */
const RISE = 0.3;
const FALL = 0.07;
/**
 * A drop: less of one where many talk at once, because their murmur never pauses; one person's voice, from a television
 * perhaps, comes and goes, and so does the caller's own.
 */
const MURMUR_DROP_DB = 4;
const VOICE_DROP_DB = 7;
/** How long it lasts where others are known to talk, and where they are not: callers lower their voices too. */
const LONG_FRAMES = 300 / FRAME_MS;
const LONGEST_FRAMES = 1_500 / FRAME_MS;
/** A murmur shows in that most frames of the last second and a half have voice. */
const TALK_SHARE = 0.5;
const SHARE_FRAMES = 75;
/** And in that it never gets quieter than this, nor than so far below the utterance. The least rises by 2 dB a second. */
const MIN_FLOOR_DB = -54;
const FLOOR_RANGE_DB = 25;
const FLOOR_RISE_DB = 0.04;
/**
 * Others show in that what seemed to be one utterance got louder all at once when it had lasted for this long, or went on
 * after a drop. They are reckoned with for a while.
 */
const OTHERS_FRAMES = 500 / FRAME_MS;
const OTHERS_KNOWN_FRAMES = 10_000 / FRAME_MS;

export function createLevelDrop(): LevelDrop {
  let smooth = SILENCE_DB;
  let floor = SILENCE_DB;
  let talk = 0;
  /** The utterance's own level; undefined when there is none. Its level at first, once it has lasted for long enough. */
  let peak: number | undefined;
  let first = Number.POSITIVE_INFINITY;
  let voicedFrames = 0;
  let lowFrames = 0;
  /** For how many frames others are still reckoned with. */
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
