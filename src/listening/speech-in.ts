import { FRAME_MS, FRAME_SAMPLES } from "../audio/pcm.js";
import { MIN_PERIODICITY, STRANGERS_DB } from "./caller-voice.js";
import { createLevelMeter } from "./level.js";
import { createPeriodicityMeter } from "./periodicity.js";
import { createSteadiness } from "./steadiness.js";

/**
 * Measures how much of a recording is speech of someone close by. Speech is a sequence of syllables: vowels during which
 * the mouth moves, with closures and pauses between them, or close together when someone talks fast. Hum, music, sirens
 * and laughter hold their tone, and in a crowd people are never all silent at once, while their vowels blur.
 */

/** The speech in a recording. */
export interface SpeechIn {
  /** Total length of its vowels, in ms; 0 if it is not speech. */
  readonly ms: number;
  /** Mean level of its pitched frames (dB below full scale); undefined if there are none. */
  readonly level: number | undefined;
}

/** Total length of vowels that makes at least a word, and at least a sentence, in ms. */
const WORD_MS = 100;
export const SENTENCE_MS = 300;
/** A frame this far below the loudest is not a vowel; at the second distance, it lies between vowels (dB). */
const VOWEL_RANGE_DB = 15;
const CLOSED_DB = 12;
/**
 * Minimum share of speech that lies between its vowels, or that its vowels fill, unless the speech is as short as SHORT,
 * in frames. A few words are at most that long.
 */
const CLOSED_SHARE = 0.12;
const DENSE_SHARE = 0.7;
const SHORT = 1_400 / FRAME_MS;
/** Mean change of a vowel's timbre within this many frames, in a sentence and in a word (dB). */
const MOVED_FRAMES = 60 / FRAME_MS;
const MOVES_DB = { sentence: 0.8, word: 0.3 };
/**
 * Minimum total length of vowels at the beginning of words, in ms, and minimum change of their timbre, which excludes a
 * broken line (dB).
 */
const SYLLABLES_MS = 200;
const SYLLABLE_MOVES_DB = 0.1;
/** Samples examined for that, 1 s: this blocks the process. */
const SYLLABLES_IN_SAMPLES = 50 * FRAME_SAMPLES;

interface Frame {
  readonly level: number;
  readonly timbre: number;
  readonly isPitched: boolean;
}

/**
 * Measures speech in a recording that is as loud as someone at the telephone.
 *
 * @param leastLevel minimum level of the speaker (dB below full scale)
 */
export function speechIn(samples: Int16Array, leastLevel = STRANGERS_DB): SpeechIn {
  const { ms, level, moves, spanFrames, closedShare } = soundsIn(samples, leastLevel);
  if (ms < WORD_MS) return { ms: 0, level: undefined };
  const isSentence = ms >= SENTENCE_MS;
  const hasSpeechRhythm = closedShare >= CLOSED_SHARE || ms / FRAME_MS >= DENSE_SHARE * spanFrames;
  const isSpeech =
    moves > MOVES_DB[isSentence ? "sentence" : "word"] && (spanFrames <= SHORT || (isSentence && hasSpeechRhythm));
  return { ms: isSpeech ? ms : 0, level };
}

/**
 * Returns whether the last second of a recording, half of it sound, resembles the beginning of words: vowels with
 * closures between them. Unlike {@link speechIn}, this does not need a whole word.
 */
export function hasSyllables(samples: Int16Array): boolean {
  const { ms, moves, closedShare } = soundsIn(samples.subarray(-SYLLABLES_IN_SAMPLES), STRANGERS_DB);
  return ms >= SYLLABLES_MS && moves > SYLLABLE_MOVES_DB && closedShare >= CLOSED_SHARE;
}

/** The measurements that identify speech. */
interface Sounds {
  /**
   * Total length of the vowels, in ms, and their mean level. Every sound that is pitched and loud enough counts as a
   * vowel.
   */
  readonly ms: number;
  readonly level: number;
  /** Mean change of their timbre (dB). */
  readonly moves: number;
  /** Frames from the first to the last audible one, and the share of far softer ones among them. */
  readonly spanFrames: number;
  readonly closedShare: number;
}

function soundsIn(samples: Int16Array, leastLevel: number): Sounds {
  const frames = framesOf(samples, leastLevel);
  const loud = frames.map(({ level }) => level).sort((a, b) => a - b)[Math.floor(0.95 * frames.length)] ?? leastLevel;
  const vowels = runsOf(
    frames,
    ({ level, isPitched }) => isPitched && level >= Math.max(leastLevel, loud - VOWEL_RANGE_DB),
  );
  const voiced = vowels.flat();
  const isAudible = (frame: Frame) => frame.level > loud - VOWEL_RANGE_DB;
  const span = frames.slice(frames.findIndex(isAudible), frames.findLastIndex(isAudible) + 1);
  const closed = span.filter((frame) => frame.level < loud - CLOSED_DB);
  const moves = vowels.flatMap((vowel) =>
    vowel.slice(MOVED_FRAMES).map(({ timbre }, i) => Math.abs(timbre - (vowel[i] as Frame).timbre)),
  );
  return {
    ms: voiced.length * FRAME_MS,
    level: mean(voiced.map((frame) => frame.level)),
    moves: mean(moves),
    spanFrames: span.length,
    closedShare: closed.length / Math.max(1, span.length),
  };
}

function framesOf(samples: Int16Array, leastLevel: number): readonly Frame[] {
  const levelOf = createLevelMeter();
  const timbreOf = createTimbreMeter();
  const periodicity = createPeriodicityMeter();
  const steadiness = createSteadiness();
  return Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, i) => {
    const frame = samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES);
    const level = levelOf(frame);
    periodicity.hear(frame);
    steadiness.hear(level);
    const isPitched = level >= leastLevel && !steadiness.isSteady && periodicity.measure() > MIN_PERIODICITY;
    return { level, timbre: timbreOf(frame), isPitched };
  });
}

/** Returns the runs of frames for which `holds` is true. */
function runsOf(frames: readonly Frame[], holds: (frame: Frame) => boolean): readonly (readonly Frame[])[] {
  const runs: Frame[][] = [];
  let run: Frame[] | undefined;
  for (const frame of frames) {
    if (!holds(frame)) run = undefined;
    else if (run) run.push(frame);
    else runs.push((run = [frame]));
  }
  return runs;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * Measures whether a vowel's energy lies below 600 Hz or above, which changes with the mouth from sound to sound: the
 * level between 600 and 1,400 Hz relative to the level below, in dB.
 */

const LOW_PASS = 0.22;
const MIDDLE_PASS = 0.35;
const RUMBLE_PASS = 0.02;

/** Creates a meter that returns the timbre of each frame of a stream. */
function createTimbreMeter(): (frame: Int16Array) => number {
  let [low, lower, middle, all, rumble] = [0, 0, 0, 0, 0];
  return (frame) => {
    let [lows, middles] = [1, 1];
    for (let i = 0; i < frame.length; i++) {
      const sample = frame[i] as number;
      rumble += RUMBLE_PASS * (sample - rumble);
      low += LOW_PASS * (sample - rumble - low);
      lower += LOW_PASS * (low - lower);
      middle += MIDDLE_PASS * (sample - rumble - middle);
      all += MIDDLE_PASS * (middle - all);
      lows += lower * lower;
      middles += (all - lower) ** 2;
    }
    return 10 * Math.log10(middles / lows);
  };
}
