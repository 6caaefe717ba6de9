import { setImmediate as otherWork } from "node:timers/promises";
import { SAMPLE_RATE } from "../audio/pcm.js";
import { createResampler, isSampleRate } from "../audio/resample.js";
import { instantBytes, isReadable, monoSamples, type SampleLayout } from "../audio/sample-layout.js";
import { readWavHeader } from "../audio/wav.js";
import { compressedSound, compressedType, type DeclaredSound, TELLING_BYTES } from "./sound-format.js";

/** Bytes that hold no sound that can be played; `message` goes on after "the server …". */
export class NoSoundError extends Error {}

/** Sound of a format that is not read here: another may be asked for. */
export class CompressedSoundError extends NoSoundError {}

/**
 * Instants that are resampled in one go, 100 ms at 24 000 Hz. A fast server sends seconds at once: the first samples shall
 * not wait for the last ones, and the other calls not for either.
 */
const BLOCK_INSTANTS = 2_400;
/** No text that is spoken lasts longer, in seconds: sentences are cut at some hundred characters. */
const MAX_SECONDS = 120;

/**
 * Sound as a server sends it (raw 16-bit little-endian samples, or a WAV file), at 16 000 Hz, each chunk as soon as its
 * bytes are there. Chunks of bytes may be cut anywhere, also in the middle of a sample or of the header.
 *
 * What it is, the first bytes tell, and only then what the server says of it.
 *
 * @param rawRate samples a second of raw sound (Hz); a WAV header says it itself
 * @param onRate told the rate at which it is taken, and whether a WAV header said so
 * @throws {NoSoundError}
 */
export async function* samplesFrom(
  body: AsyncIterable<Uint8Array>,
  rawRate: number,
  declared?: Pick<DeclaredSound, "type" | "channels">,
  onRate?: (rate: number, isOfWav: boolean) => void,
): AsyncGenerator<Int16Array> {
  let head = new Uint8Array(0);
  let player: Player | undefined;
  for await (const bytes of body) {
    if (player) {
      yield* player.play(bytes);
      continue;
    }
    head = joined(head, bytes);
    const place = placeOf(head, rawRate, declared);
    if (!place) continue;
    onRate?.(place.rate, place.offset > 0);
    player = createPlayer(place);
    yield* player.play(head.subarray(place.offset));
  }
  if (!player) throw new NoSoundError("sent no sound");
  yield* player.end();
}

/** Where the sound lies in the body, and in which form. */
interface Place extends SampleLayout {
  /** Hz. */
  readonly rate: number;
  /** Where it begins, in bytes. */
  readonly offset: number;
  /** How long it is, in bytes: behind it a file may have other things. */
  readonly bytes: number;
}

interface Player {
  play(bytes: Uint8Array): AsyncGenerator<Int16Array>;
  end(): Generator<Int16Array>;
}

function createPlayer(place: Place): Player {
  const instant = instantBytes(place);
  const block = BLOCK_INSTANTS * instant;
  const resampler = createResampler(place.rate, SAMPLE_RATE);
  let left = new Uint8Array(0);
  let taken = 0;
  let played = 0;

  return {
    async *play(bytes) {
      const sound = bytes.subarray(0, place.bytes - taken);
      taken += sound.length;
      if (taken > MAX_SECONDS * place.rate * instant) throw new NoSoundError("sent sound without an end");
      const pending = left.length > 0 ? joined(left, sound) : sound;
      const whole = pending.length - (pending.length % instant);
      left = Uint8Array.from(pending.subarray(whole));
      for (let at = 0; at < whole; at += block) {
        if (at > 0) await otherWork();
        const samples = resampler.push(monoSamples(pending.subarray(at, Math.min(at + block, whole)), place));
        played += samples.length;
        if (samples.length > 0) yield samples;
      }
    },

    *end() {
      const rest = resampler.flush();
      if (taken === 0 || played + rest.length === 0) throw new NoSoundError("sent no sound");
      if (rest.length > 0) yield rest;
    },
  };
}

/** Where the sound lies in a body that begins with `head`; undefined when that cannot be said yet. */
function placeOf(
  head: Uint8Array,
  rawRate: number,
  declared: Pick<DeclaredSound, "type" | "channels"> | undefined,
): Place | undefined {
  if (head.length < TELLING_BYTES) return undefined;
  const header = readWavHeader(head);
  if (header === "need-more") return undefined;
  if (header === "not-wav") {
    const compressed = compressedSound(head) ?? compressedType(declared?.type ?? "");
    if (compressed) throw new CompressedSoundError(`sent ${compressed}`);
    const channels = declared?.channels ?? 1;
    return readable({ encoding: "pcm", bitsPerSample: 16, channels, rate: rawRate, offset: 0, bytes: Infinity });
  }
  const { encoding, channels, bitsPerSample, sampleRate: rate, dataOffset, dataBytes = Infinity } = header;
  if (encoding === "other") throw new CompressedSoundError("sent a WAV file of compressed sound");
  return readable({ encoding, bitsPerSample, channels, rate, offset: dataOffset, bytes: dataBytes });
}

function readable(place: Place): Place {
  const { encoding, bitsPerSample, channels, rate } = place;
  if (!isReadable(place)) {
    throw new NoSoundError(
      `sent sound of ${channels} channel(s) and ${bitsPerSample} bits (${encoding}), which cannot be read`,
    );
  }
  if (!isSampleRate(rate)) throw new NoSoundError(`sent sound at ${rate} Hz, which is no usual rate`);
  return place;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
