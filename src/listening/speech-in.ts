/**
 * How much of a recording is somebody close by who says something? Speech is a row of syllables: vowels that last for some
 * tens of ms, in which the mouth moves, with closures and pauses between them. Hum and music hold their tone, a siren and a
 * baby never close their mouths, a dog has one vowel, and of a crowd nobody is silent at the same time as all the others.
 */

import { FRAME_MS, FRAME_SAMPLES } from "../audio/pcm.js";
import { MIN_PERIODICITY, STRANGERS_DB } from "./caller-voice.js";
import { createLevelMeter } from "./level.js";
import { createPeriodicityMeter } from "./periodicity.js";
import { createSteadiness } from "./steadiness.js";
import { createTimbreMeter } from "./timbre.js";

/** What a recording has of somebody's speech. */
export interface SpeechIn {
  /** How long its vowels are together, ms; 0 where it is not speech. */
  readonly ms: number;
  /** How loud what has a pitch is at the mean (dB below full scale); undefined where nothing has. */
  readonly level: number | undefined;
}

/** Less of vowels is no word, and from so much on it is a sentence's worth, ms. */
const WORD_MS = 100;
export const SENTENCE_MS = 300;
/** Most vowels last no longer, frames. */
const LONGEST = 500 / FRAME_MS;
const LONG_SHARE = 0.5;
/** What is softer than the loudest by so much is no vowel, and by so much between the vowels (dB). */
const VOWEL_RANGE_DB = 15;
const CLOSED_DB = 12;
/** This share of what is said is between its vowels, unless it is as short as this, frames; so are a few words, at most. */
const CLOSED_SHARE = 0.12;
const SHORT = 1_400 / FRAME_MS;
/** So far the timbre of vowels moves at the mean within so many frames, in a sentence and in a word (dB). */
const MOVED_FRAMES = 60 / FRAME_MS;
const MOVES_DB = { sentence: 0.8, word: 0.3 };
/** The beginning of words has so much of vowels, ms, and they do not stand as still as those of a broken line (dB). */
const SYLLABLES_MS = 200;
const SYLLABLE_MOVES_DB = 0.1;
/** So much is looked at for that, 1 s: this holds the process up. */
const SYLLABLES_IN_SAMPLES = 50 * FRAME_SAMPLES;

interface Frame {
  readonly level: number;
  readonly timbre: number;
  readonly isPitched: boolean;
}

/**
 * What a recording has of speech that is as loud as somebody at the telephone.
 *
 * @param leastLevel of whom it may be (dB below full scale)
 */
export function speechIn(samples: Int16Array, leastLevel = STRANGERS_DB): SpeechIn {
  const { ms, level, longShare, moves, spanFrames, closedShare } = soundsIn(samples, leastLevel);
  if (ms < WORD_MS) return { ms: 0, level: undefined };
  const isSentence = ms >= SENTENCE_MS;
  const isSpeech =
    longShare <= LONG_SHARE &&
    moves > MOVES_DB[isSentence ? "sentence" : "word"] &&
    (spanFrames <= SHORT || (isSentence && closedShare >= CLOSED_SHARE));
  return { ms: isSpeech ? ms : 0, level };
}

/**
 * Whether the last second of a recording, half of it sound, is like the beginning of words: vowels with closures between them. Not
 * all of a word has to be there, as it has for {@link speechIn}.
 */
export function hasSyllables(samples: Int16Array): boolean {
  const { ms, moves, closedShare } = soundsIn(samples.subarray(-SYLLABLES_IN_SAMPLES), STRANGERS_DB);
  return ms >= SYLLABLES_MS && moves > SYLLABLE_MOVES_DB && closedShare >= CLOSED_SHARE;
}

/** What speech is told by. */
interface Sounds {
  /** How long the vowels are together, ms, and how loud at the mean; what has a pitch and is loud enough passes for one. */
  readonly ms: number;
  readonly level: number;
  /** The share of vowels that are too long for one. */
  readonly longShare: number;
  /** How far their timbre moves at the mean (dB). */
  readonly moves: number;
  /** From the first to the last audible frame, and the share of what is far softer between them. */
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
  const long = vowels.filter((vowel) => vowel.length > LONGEST).flat();
  const moves = vowels.flatMap((vowel) =>
    vowel.slice(MOVED_FRAMES).map(({ timbre }, i) => Math.abs(timbre - (vowel[i] as Frame).timbre)),
  );
  return {
    ms: voiced.length * FRAME_MS,
    level: mean(voiced.map((frame) => frame.level)),
    longShare: long.length / Math.max(1, voiced.length),
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

/** The runs of frames for which it holds. */
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
