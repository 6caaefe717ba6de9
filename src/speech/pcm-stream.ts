import { setImmediate as otherWork } from "node:timers/promises";
import { SAMPLE_RATE, samplesOf } from "../audio/pcm.js";
import { createResampler, isSampleRate } from "../audio/resample.js";
import { readWavHeader } from "../audio/wav.js";

/** Bytes that hold no sound that can be played; `message` goes on after "the server …". */
export class NoSoundError extends Error {}

/**
 * Bytes that are resampled in one go, 100 ms at 24 000 Hz. A fast server sends seconds at once: the first samples shall
 * not wait for the last ones, and the other calls not for either.
 */
const BLOCK_BYTES = 4_800;
/** No text that is spoken lasts longer, in seconds. */
const MAX_SECONDS = 15 * 60;

/**
 * Sound as a server sends it (raw 16-bit little-endian mono, or a WAV file of that), at 16 000 Hz, each chunk as soon as
 * its bytes are there. Chunks of bytes may be cut anywhere, also in the middle of a sample or of the header.
 *
 * @param rawRate samples a second of raw sound (Hz); a WAV header says it itself
 * @throws {NoSoundError}
 */
export async function* samplesFrom(body: AsyncIterable<Uint8Array>, rawRate: number): AsyncGenerator<Int16Array> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  let layout: Layout = { rate: rawRate, bytes: Number.POSITIVE_INFINITY };
  let resampler = createResampler(rawRate, SAMPLE_RATE);
  let odd = new Uint8Array(0);
  let taken = 0;
  let played = 0;

  async function* play(bytes: Uint8Array): AsyncGenerator<Int16Array> {
    const sound = bytes.subarray(0, layout.bytes - taken);
    taken += sound.length;
    if (taken > MAX_SECONDS * layout.rate * 2) throw new NoSoundError("sent sound without an end");
    const whole = odd.length > 0 ? joined(odd, sound) : sound;
    const even = whole.length - (whole.length % 2);
    odd = Uint8Array.from(whole.subarray(even));
    for (let at = 0; at < even; at += BLOCK_BYTES) {
      if (at > 0) await otherWork();
      const samples = resampler.push(samplesOf(whole.subarray(at, Math.min(at + BLOCK_BYTES, even))));
      played += samples.length;
      if (samples.length > 0) yield samples;
    }
  }

  for await (const bytes of body) {
    if (!head) {
      yield* play(bytes);
      continue;
    }
    head = joined(head, bytes);
    const found = layoutOf(head, rawRate);
    if (!found) continue;
    layout = found;
    if (layout.rate !== rawRate) resampler = createResampler(layout.rate, SAMPLE_RATE);
    const sound = head.subarray(layout.offset ?? 0);
    head = undefined;
    yield* play(sound);
  }
  const rest = resampler.flush();
  played += rest.length;
  if (taken === 0 || played === 0) throw new NoSoundError("sent no sound");
  if (rest.length > 0) yield rest;
}

interface Layout {
  /** Hz. */
  readonly rate: number;
  /** Where the sound begins, in bytes. */
  readonly offset?: number;
  /** How long it is, in bytes: behind it a file may have other things. */
  readonly bytes: number;
}

/** How the sound lies in a body that begins with `head`; undefined when that cannot be said yet. */
function layoutOf(head: Uint8Array, rawRate: number): Layout | undefined {
  const header = readWavHeader(head);
  if (header === "need-more") return undefined;
  if (header === "not-wav") return { rate: rawRate, bytes: Number.POSITIVE_INFINITY };
  const { encoding, channels, bitsPerSample, sampleRate, dataOffset, dataBytes } = header;
  if (encoding !== "pcm" || channels !== 1 || bitsPerSample !== 16) {
    throw new NoSoundError(`sent a WAV file of ${channels} channel(s) and ${bitsPerSample} bits, not mono 16-bit PCM`);
  }
  if (!isSampleRate(sampleRate)) throw new NoSoundError(`sent sound at ${sampleRate} Hz, which is no usual rate`);
  return { rate: sampleRate, offset: dataOffset, bytes: dataBytes ?? Number.POSITIVE_INFINITY };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
