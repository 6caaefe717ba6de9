import { msOf, samplesIn } from "../audio/pcm.js";

/** Quieter than any voice, including the softest sounds that begin a word: the noise that servers send before the speech. */
const MAX_LEAD_IN_LEVEL = 64;
/** Kept before the first sample above that level, in ms: consonants begin softly. */
const KEPT_LEAD_IN_MS = 20;
/** Longer silence than this, in ms, is intentional. */
const MAX_LEAD_IN_MS = 1_000;

/** Whether there is anything to be heard in these samples. */
export function isAudible(samples: Int16Array): boolean {
  return beginningOf(samples) >= 0;
}

/**
 * Removes the silence at the beginning of speech: a tenth of a second of it is a tenth of a second that the caller waits. From its
 * first audible one on, each chunk is passed on as it arrives. Of nothing but silence nothing is passed on.
 */
export async function* withoutLeadIn(speech: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array, void, void> {
  const kept = samplesIn(KEPT_LEAD_IN_MS);
  let hasBegun = false;
  let silentMs = 0;
  /** The end of the silence so far. */
  let before = new Int16Array(0);
  /** Intended silence before that. */
  const intended: Int16Array[] = [];
  for await (const chunk of speech) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const begins = beginningOf(chunk);
    hasBegun = begins >= 0;
    silentMs += msOf(chunk);
    if (!hasBegun && silentMs > MAX_LEAD_IN_MS) {
      intended.push(before, chunk);
      before = new Int16Array(0);
      continue;
    }
    const from = intended.length > 0 ? 0 : Math.max(0, before.length + (hasBegun ? begins : chunk.length) - kept);
    before = joined(before, chunk).slice(from);
    if (!hasBegun) continue;
    yield* intended;
    yield before;
  }
}

/** The position of the first audible sample; -1 if there is none. */
function beginningOf(samples: Int16Array): number {
  return samples.findIndex((sample) => Math.abs(sample) > MAX_LEAD_IN_LEVEL);
}

function joined(one: Int16Array, other: Int16Array): Int16Array<ArrayBuffer> {
  const both = new Int16Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
