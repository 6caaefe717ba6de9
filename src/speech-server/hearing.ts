import { setImmediate as otherWork } from "node:timers/promises";
import { SAMPLE_RATE, samplesIn } from "../audio/pcm.js";
import type { Cores } from "./cores.js";
import type { NativeActivity, NativeRecogniser } from "./engine.js";
import { MAX_STRETCH_SECONDS } from "./load-models.js";

/** A stretch of speech and its words. */
export interface HeardStretch {
  /** In seconds from the beginning of the sound. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Heard {
  /** All words; empty when there was no speech. */
  readonly text: string;
  readonly stretches: readonly HeardStretch[];
  /** More sound changes nothing before this, in samples. */
  readonly settled: number;
}

/** Nothing was heard yet. */
export const NOTHING: Heard = { text: "", stretches: [], settled: 0 };

/** Understands sound: mono at 16 000 Hz. */
export interface Hearing {
  /**
   * @param before what was heard in a shorter part of the same sound: what is settled is not listened to again, and no stretch
   * is recognised again
   * @throws {TooBusy} · the signal's reason
   */
  transcribe(samples: Int16Array, signal: AbortSignal, before?: Heard): Promise<Heard>;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Number of samples that the detector takes at a time. */
const WINDOW = 512;
/** Number of windows after which other requests get a turn: a second of sound, 4 ms of processor time. */
const WINDOWS_AT_ONCE = 32;
/** Soft beginnings and ends of words, which the detector leaves out, in ms. */
const MARGIN_MS = 250;
/** Maximum gap between stretches that are recognised as one, in ms: words are understood better in context. */
const NEAR_MS = 1_200;
/** Speech that the detector may not have found yet, with its margin, in ms. */
const BEGINS_MS = 1_000;

/**
 * Recognises only what the detector takes for speech: a recogniser makes up words for noise, and its time grows with the sound.
 */
export function createHearing(
  recogniser: NativeRecogniser,
  createActivity: () => NativeActivity,
  cores: Cores,
): Hearing {
  const idle: NativeActivity[] = [];

  async function speechIn(samples: Int16Array, origin: number, signal: AbortSignal): Promise<readonly Stretch[]> {
    const activity = idle.pop() ?? createActivity();
    try {
      activity.reset();
      for (let at = origin, n = 1; at < samples.length; at += WINDOW, n++) {
        activity.acceptWaveform(floats(samples.subarray(at, at + WINDOW), WINDOW));
        if (n % WINDOWS_AT_ONCE > 0) continue;
        await otherWork();
        signal.throwIfAborted();
      }
      activity.flush();
      const found: Stretch[] = [];
      for (; !activity.isEmpty(); activity.pop()) {
        const { start, samples: speech } = activity.front(false);
        found.push({ from: origin + start, to: origin + start + speech.length });
      }
      return found;
    } finally {
      idle.push(activity);
    }
  }

  return {
    async transcribe(samples, signal, { stretches: known, settled } = NOTHING) {
      const stretches = known.filter(({ end }) => Math.round(end * SAMPLE_RATE) <= settled);
      const found = joinedStretches(await speechIn(samples, windowOf(settled), signal), samples.length, settled);
      for (const { from, to } of found) {
        const [start, end] = [from / SAMPLE_RATE, to / SAMPLE_RATE];
        const before = known.find((each) => each.start === start && each.end === end);
        if (before) {
          stretches.push(before);
          continue;
        }
        const { text } = await cores.run(signal, () => {
          const stream = recogniser.createStream();
          stream.acceptWaveform({ samples: floats(samples.subarray(from, to)), sampleRate: SAMPLE_RATE });
          return recogniser.decodeAsync(stream);
        });
        stretches.push({ start, end, text: text.trim() });
      }
      signal.throwIfAborted();
      const words = stretches.map(({ text }) => text).filter(Boolean);
      return { text: words.join(" "), stretches, settled: Math.max(settled, settledIn(found, samples.length)) };
    },
  };
}

/** The beginning of the window that a sample is in: sound that goes on is cut in the same windows. */
const windowOf = (sample: number) => sample - (sample % WINDOW);

/** Up to where more sound changes nothing: the last stretch may go on, or speech may just have begun. */
function settledIn(found: readonly Stretch[], length: number): number {
  const quiet = length - samplesIn(BEGINS_MS);
  const last = found.at(-1);
  if (!last || quiet - last.to > samplesIn(NEAR_MS)) return Math.max(0, quiet);
  return found.at(-2)?.to ?? 0;
}

/**
 * Widens stretches by their margins, and joins those that are near, up to the length that a recogniser takes.
 *
 * @param settled none begins before it
 */
export function joinedStretches(found: readonly Stretch[], length: number, settled = 0): readonly Stretch[] {
  const margin = samplesIn(MARGIN_MS);
  const result: Stretch[] = [];
  for (const { from, to } of found) {
    const wide = { from: Math.max(settled, from - margin), to: Math.min(length, to + margin) };
    const last = result.at(-1);
    const isNear = last && wide.from - last.to < samplesIn(NEAR_MS);
    if (last && isNear && wide.to - last.from <= MAX_STRETCH_SECONDS * SAMPLE_RATE) {
      result[result.length - 1] = { from: last.from, to: wide.to };
    } else result.push({ from: Math.max(wide.from, last?.to ?? 0), to: wide.to });
  }
  return result;
}

function floats(samples: Int16Array, length = samples.length): Float32Array {
  const result = new Float32Array(length);
  for (let n = 0; n < samples.length; n++) result[n] = (samples[n] as number) / 32_768;
  return result;
}
