import { FRAME_SAMPLES, SAMPLE_RATE } from "../../../src/audio/pcm.js";
import { says } from "../../../test/support/index.js";

/** Speech at this level, relative to its loudest 5 ms, is in the middle of a vowel. */
const VOWEL_SHARE = 0.4;
const WINDOW = SAMPLE_RATE / 200;
const TONE_LEVEL = 8_000;
/** Louder than the traces that resampling and G.722 leave before and after a tone of TONE_LEVEL. */
const TONE_EDGE = 2_400;

/** A caller's utterance: speech cut in the middle of a vowel at both ends, so that its end is unambiguous. */
export async function sharpSpeech(text: string): Promise<Int16Array> {
  const samples = await says(text);
  const loudness: number[] = [];
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) loudness.push(rms(samples.subarray(at, at + WINDOW)));
  const vowel = VOWEL_SHARE * Math.max(...loudness);
  const first = loudness.findIndex((level) => level >= vowel);
  const last = loudness.findLastIndex((level) => level >= vowel);
  return samples.slice(first * WINDOW, (last + 1) * WINDOW);
}

/**
 * The same speech, cut so that its end lies a given share (0–1) of a frame after the beginning of one. Callers do not stop at the
 * edges of frames; the benchmark covers all positions evenly.
 */
export function endingAt(share: number, speech: Int16Array): Int16Array {
  const whole = speech.length - (speech.length % FRAME_SAMPLES) - FRAME_SAMPLES;
  const length = whole + Math.max(1, Math.round(share * FRAME_SAMPLES));
  return speech.subarray(speech.length - length);
}

/** The same speech after a given share (0–1) of a frame of silence, and the position where the voice begins. */
export function beginningAt(share: number, speech: Int16Array): { samples: Int16Array; from: number } {
  const from = Math.round(share * FRAME_SAMPLES);
  const samples = new Int16Array(from + speech.length);
  samples.set(speech, from);
  return { samples, from };
}

/** Shares that are evenly spread over a frame for any number of turns: multiples of the golden ratio. */
export function shareOfTurn(turn: number): number {
  return (turn * 0.618_033_988_75) % 1;
}

/** Number of different tones of the assistant's voice. A reply's tone identifies the reply. */
export const TONES = 128;

/** Hz. Far enough apart to be distinguished in 150 ms. */
function pitchOf(tone: number): number {
  return 300 + 30 * tone;
}

/** A tone at full level from its first sample to its last. @param rate samples per second (Hz) */
export function toneOf(tone: number, ms: number, rate: number): Int16Array {
  const step = (2 * Math.PI * pitchOf(tone)) / rate;
  return Int16Array.from({ length: (ms * rate) / 1000 }, (_, n) => Math.round(TONE_LEVEL * Math.cos(step * n)));
}

/** The position in `samples` where a tone begins, at `after` or later; undefined when there is none. */
export function toneStart(samples: Int16Array, after: number, before: number): number | undefined {
  for (let at = Math.max(0, after); at < Math.min(before, samples.length); at++) {
    if (Math.abs(samples[at] ?? 0) >= TONE_EDGE) return at;
  }
  return undefined;
}

/** The position after the last sample of a tone that begins before the next silence of `silentMs` following `after`. */
export function toneEnd(samples: Int16Array, after: number, silentMs: number): number {
  const silent = (silentMs * SAMPLE_RATE) / 1000;
  let last = after;
  for (let at = after; at < samples.length && at - last < silent; at++) {
    if (Math.abs(samples[at] ?? 0) >= TONE_EDGE) last = at + 1;
  }
  return last;
}

/** The tone in the 150 ms from `from` on (Goertzel's algorithm for each). */
export function toneAt(samples: Int16Array, from: number): number {
  const part = samples.subarray(from, from + 0.15 * SAMPLE_RATE);
  let best = { tone: -1, power: -1 };
  for (let tone = 0; tone < TONES; tone++) {
    const turn = 2 * Math.cos((2 * Math.PI * pitchOf(tone)) / SAMPLE_RATE);
    let one = 0;
    let two = 0;
    for (const sample of part) [one, two] = [sample + turn * one - two, one];
    const power = one * one + two * two - turn * one * two;
    if (power > best.power) best = { tone, power };
  }
  return best.tone;
}

function rms(samples: Int16Array): number {
  let squares = 0;
  for (const sample of samples) squares += sample * sample;
  return Math.sqrt(squares / samples.length);
}
