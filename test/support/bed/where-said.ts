import { samplesIn } from "../../../src/audio/pcm.js";
import type { FliteOptions } from "../backends/flite.js";
import { says } from "../backends/says.js";
import { product } from "./alignment.js";
import type { Stretch } from "./voiced.js";

/** Pieces of a sentence that are looked for, ms: long enough to resemble nothing else. */
const PIECE_MS = 400;
/** How far a piece may lie from where the first one says it should: a line loses or gains a frame or two, ms. */
const SHIFT_MS = 100;
/** How much alike a piece and what came of it are at the far end of G.722; what is another piece stays below 0.5. */
const LIKENESS = 0.8;
/** What has less of a piece's energy than this is silence beside it: 40 dB. */
const SILENT = 1e-4;
/** 4 kHz carry what a voice is told by, at a sixteenth of the work. */
const THINNED = 4;
/** Every so many samples are enough to tell that a piece is not there, which it is not nearly everywhere. */
const STRIDE = 8;

/**
 * Where somebody said a sentence, judged by its sound: no recogniser has to spell it.
 *
 * @param heard what arrived, mono at 16 000 Hz
 * @param text a sentence that the test's speech server said, alone or as one of several
 * @returns its first piece's first sample to its last piece's last, or `undefined` if it was not said as a whole
 */
export async function whereSaid(
  heard: Int16Array,
  text: string,
  options: FliteOptions = {},
): Promise<Stretch | undefined> {
  const sound = thinned(await says(text, options));
  const line = thinned(heard);
  const length = Math.min(sound.length, samplesIn(PIECE_MS) / THINNED);
  const [first, ...rest] = [0, (sound.length - length) >> 1, sound.length - length];
  const from = placeOf(sound.subarray(first, first + length), line, 0, line.length);
  if (from === undefined) return undefined;
  let last = from;
  for (const at of rest) {
    const shift = samplesIn(SHIFT_MS) / THINNED;
    const place = placeOf(sound.subarray(at, at + length), line, from + at - shift, from + at + shift + length);
    if (place === undefined) return undefined;
    last = place;
  }
  return { from: from * THINNED, to: (last + length) * THINNED };
}

/** Where in a part of the line the piece is most like what lies there, if that is like it at all. */
function placeOf(piece: Int16Array, line: Int16Array, from: number, to: number): number | undefined {
  const energy = product(piece, piece);
  let best = { at: -1, likeness: LIKENESS };
  const end = Math.min(to, line.length);
  let at = Math.max(0, from);
  const first = line.subarray(at, at + piece.length);
  let there = product(first, first);
  for (; at + piece.length <= end; at++) {
    // Most of a call is silence, and nothing is like it.
    if (there > energy * SILENT && mayLie(piece, line, at)) {
      const likeness = product(line.subarray(at, at + piece.length), piece) / Math.sqrt(energy * there);
      if (likeness > best.likeness) best = { at, likeness };
    }
    there += (line[at + piece.length] ?? 0) ** 2 - (line[at] ?? 0) ** 2;
  }
  return best.at < 0 ? undefined : best.at;
}

/** Whether the piece may lie there: where it does, a sample of its samples is alike, too. */
function mayLie(piece: Int16Array, line: Int16Array, from: number): boolean {
  let [both, own, there] = [0, 0, 0];
  for (let at = 0; at < piece.length; at += STRIDE) {
    const [one, other] = [piece[at] ?? 0, line[from + at] ?? 0];
    both += one * other;
    own += one * one;
    there += other * other;
  }
  return both >= (LIKENESS / 2) * Math.sqrt(own * there);
}

/** Every fourth sample of what is left below its new half rate. */
function thinned(samples: Int16Array): Int16Array {
  const kept = new Int16Array(Math.floor(samples.length / THINNED));
  for (let at = 0; at < kept.length; at++) {
    let sum = 0;
    for (let tap = -THINNED; tap <= THINNED; tap++)
      sum += (samples[at * THINNED + tap] ?? 0) * (THINNED + 1 - Math.abs(tap));
    kept[at] = sum / (THINNED + 1) ** 2;
  }
  return kept;
}
