import { msOf, samplesIn } from "../audio/pcm.js";

/** Quieter than any voice, including the softest sounds that begin a word: the noise that servers send before the speech. */
const MAX_LEAD_IN_LEVEL = 64;
/** Kept before the first sample above that level, in ms: consonants begin softly. */
const KEPT_LEAD_IN_MS = 20;
/** Longer silence than this, in ms, is intentional. */
const MAX_LEAD_IN_MS = 1_000;

/**
 * Removes the silence at the beginning of speech: a tenth of a second of it is a tenth of a second that the caller waits. Each
 * chunk is passed on as it arrives.
 */
export async function* withoutLeadIn(speech: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array, void, void> {
  const kept = samplesIn(KEPT_LEAD_IN_MS);
  let hasBegun = false;
  let leftOutMs = 0;
  /** The end of the silence so far. */
  let before = new Int16Array(0);
  for await (const chunk of speech) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const begins = chunk.findIndex((sample) => Math.abs(sample) > MAX_LEAD_IN_LEVEL);
    hasBegun = begins >= 0 || leftOutMs + msOf(chunk) > MAX_LEAD_IN_MS;
    const from = Math.max(0, before.length + (hasBegun ? Math.max(0, begins) : chunk.length) - kept);
    before = joined(before, chunk).slice(from);
    leftOutMs += msOf(chunk);
    if (hasBegun) yield before;
  }
  if (!hasBegun) yield before;
}

function joined(one: Int16Array, other: Int16Array): Int16Array<ArrayBuffer> {
  const both = new Int16Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
