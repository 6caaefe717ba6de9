import { setImmediate as otherWork } from "node:timers/promises";
import { SAMPLE_RATE } from "../audio/pcm.js";
import { createResampler, isSampleRate } from "../audio/resample.js";
import { instantBytes, isReadable, monoSamples, type SampleLayout } from "../audio/sample-layout.js";
import { readWavHeader } from "../audio/wav.js";
import { compressedType, type DeclaredSound, foreignSound, isWritten, TELLING_BYTES } from "./sound-format.js";

/** The bytes contain no playable audio; `message` continues the sentence "the server …". */
export class NoSoundError extends Error {}

/** A message in place of audio, with as much of it as was read. */
export class WrittenSoundError extends NoSoundError {
  constructor(readonly said: string) {
    super("answered with text, not with audio");
  }
}

/** Audio in an unsupported format: another format may be requested. */
export class CompressedSoundError extends NoSoundError {}

/**
 * Instants resampled at a time, 100 ms at 24 000 Hz. A fast server sends seconds at once: neither the first samples nor the other
 * calls may have to wait for the last.
 */
const BLOCK_INSTANTS = 2_400;
/** Of a message in place of audio, this much is read, in bytes. */
const MAX_SAID = 2_000;
/** Fewer bytes than this are no sound. */
const SHORTEST_BYTES = 4;
/** Maximum length of a WAV header, in bytes: servers write some hundred at most. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Maximum length of a spoken text, in seconds: sentences are cut at some hundred characters. */
const MAX_SECONDS = 120;

/**
 * Converts audio from a server (raw 16-bit little-endian samples, or a WAV file) to 16 000 Hz, each chunk as soon as its bytes
 * arrive. Byte chunks may end anywhere, even within a sample or the header.
 *
 * The first bytes determine the format; the server's declaration only counts if they do not.
 *
 * @param rawRate sample rate of raw audio (Hz); a WAV header states its own
 * @param onRate called with the rate in use, and whether a WAV header stated it
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
    if (head.length < TELLING_BYTES || (isWritten(head.subarray(0, TELLING_BYTES)) && head.length < MAX_SAID)) continue;
    const place = placeOf(head, rawRate, declared);
    if (!place && head.length > MAX_HEAD_BYTES) throw new NoSoundError("sent a WAV header without an end");
    if (!place) continue;
    onRate?.(place.rate, place.offset > 0);
    player = createPlayer(place);
    yield* player.play(head.subarray(place.offset));
  }
  if (!player) {
    const place = head.length < SHORTEST_BYTES ? undefined : placeOf(head, rawRate, declared);
    if (!place) throw new NoSoundError("sent no audio");
    player = createPlayer(place);
    yield* player.play(head.subarray(place.offset));
  }
  yield* player.end();
}

/** The position of the samples in the body, and their format. */
interface Place extends SampleLayout {
  /** Hz. */
  readonly rate: number;
  /** Where they begin, in bytes. */
  readonly offset: number;
  /** Their length, in bytes: a file may have other chunks after them. */
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
      if (taken > MAX_SECONDS * place.rate * instant) throw new NoSoundError("sent audio without an end");
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
      if (taken === 0 || played + rest.length === 0) throw new NoSoundError("sent no audio");
      if (rest.length > 0) yield rest;
    },
  };
}

/** The position of the samples in a body that begins with `head`; undefined when more bytes are needed. */
function placeOf(
  head: Uint8Array,
  rawRate: number,
  declared: Pick<DeclaredSound, "type" | "channels"> | undefined,
): Place | undefined {
  const header = readWavHeader(head);
  if (header === "need-more") return undefined;
  if (header === "not-wav") {
    if (isWritten(head.subarray(0, TELLING_BYTES))) throw new WrittenSoundError(new TextDecoder().decode(head));
    const compressed = foreignSound(head) ?? compressedType(declared?.type ?? "");
    if (compressed) throw new CompressedSoundError(`sent ${compressed}`);
    const channels = declared?.channels ?? 1;
    return readable({ encoding: "pcm", bitsPerSample: 16, channels, rate: rawRate, offset: 0, bytes: Infinity });
  }
  const { encoding, channels, bitsPerSample, sampleRate: rate, dataOffset, dataBytes = Infinity } = header;
  if (encoding === "other") throw new CompressedSoundError("sent a WAV file of compressed audio");
  return readable({ encoding, bitsPerSample, channels, rate, offset: dataOffset, bytes: dataBytes });
}

function readable(place: Place): Place {
  const { encoding, bitsPerSample, channels, rate } = place;
  if (!isReadable(place)) {
    throw new NoSoundError(
      `sent audio with ${channels} channel(s) and ${bitsPerSample} bits (${encoding}), which is not supported`,
    );
  }
  if (!isSampleRate(rate)) throw new NoSoundError(`sent audio at ${rate} Hz, which is not a usual rate`);
  return place;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
