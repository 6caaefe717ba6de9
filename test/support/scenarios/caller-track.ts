import { FRAME_MS, FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { random } from "../listening/sounds.js";

/** Something that the caller's telephone sends. */
export interface Sound {
  /** When it begins, ms of the call. */
  readonly at: number;
  readonly samples: Int16Array;
  /** What is said in it, if anything. */
  readonly text?: string;
}

/** A word in a stretch of sound: which of it was there. */
export interface TrueWord {
  readonly sound: Sound;
  readonly word: string;
  /** Its place among the words of its sound. */
  readonly index: number;
}

/** So much of a word has to be there to be understood. */
const UNDERSTOOD = 0.7;

/**
 * What a caller's telephone sends, frame by frame, and what was truly said in any part of it. No two frames are alike: the
 * softest of hisses tells them apart, so that a part is recognised wherever it comes up again.
 */
export function createCallerTrack(seed: number) {
  const hiss = random(seed);
  const sounds: Sound[] = [];
  /** Which frame of the track it is, by its samples. */
  const places = new Map<string, number>();
  let frames = 0;

  return {
    get ms() {
      return frames * FRAME_MS;
    },
    sounds: sounds as readonly Sound[],
    add(sound: Sound): void {
      sounds.push(sound);
    },
    /** The next frame, with other sound mixed into it. */
    next(others: readonly Int16Array[] = []): Int16Array {
      const mixed = new Float64Array(FRAME_SAMPLES);
      const begin = frames * FRAME_SAMPLES;
      for (const { at, samples } of sounds) {
        const from = begin - Math.round((at * FRAME_SAMPLES) / FRAME_MS);
        if (from <= -FRAME_SAMPLES || from >= samples.length) continue;
        addTo(mixed, samples, from);
      }
      for (const other of others) addTo(mixed, other, 0);
      const frame = new Int16Array(FRAME_SAMPLES);
      for (let i = 0; i < frame.length; i++)
        frame[i] = Math.max(-32_768, Math.min(32_767, Math.round((mixed[i] ?? 0) + 2 * hiss())));
      places.set(frameKey(frame), frames++);
      return frame;
    },
    /** Which frames of the track are in these samples. */
    placesOf(samples: Int16Array): ReadonlySet<number> {
      const found = new Set<number>();
      for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
        const place = places.get(frameKey(samples.subarray(at, at + FRAME_SAMPLES)));
        if (place !== undefined) found.add(place);
      }
      return found;
    },
    /** The words of which enough is there, in their order. */
    wordsIn(samples: Int16Array): readonly TrueWord[] {
      const there = this.placesOf(samples);
      return sounds.flatMap((sound) => {
        const { at, text = "" } = sound;
        const words = wordsHeard(text, at / FRAME_MS, sound.samples.length / FRAME_SAMPLES, there);
        return words.map((word) => ({ sound, ...word }));
      });
    },
  };
}

export type CallerTrack = ReturnType<typeof createCallerTrack>;

function addTo(mixed: Float64Array, samples: Int16Array, from: number): void {
  for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) + (samples[from + i] ?? 0);
}

/**
 * The words of a text of which enough was heard. A word's share of the frames is its share of the letters.
 *
 * @param begin the frame in which the text begins, and how many there are of it
 * @param heard the frames that were heard
 */
export function wordsHeard(text: string, begin: number, frames: number, heard: ReadonlySet<number>) {
  const words = text.split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  return words.flatMap((word, index) => {
    const from = Math.floor(begin + (before / letters) * frames);
    before += word.length;
    const to = Math.max(from + 1, Math.floor(begin + (before / letters) * frames));
    let there = 0;
    for (let place = from; place < to; place++) if (heard.has(place)) there++;
    return there >= UNDERSTOOD * (to - from) ? [{ word, index }] : [];
  });
}

/** The samples of a frame, as a key. */
export function frameKey(frame: Int16Array): string {
  return Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString("latin1");
}
