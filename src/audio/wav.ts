/** Writes RIFF WAVE files whole, and reads their headers from a stream. */

import { bytesOf, SAMPLE_RATE } from "./pcm.js";

export interface WavHeader {
  /** `pcm` is integers (unsigned if 8-bit), `float` is IEEE 754; for `other` encodings only the position is known. */
  readonly encoding: "pcm" | "float" | "other";
  /** Samples per second and channel (Hz). */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Where the samples begin, in bytes. */
  readonly dataOffset: number;
  /**
   * Length of the samples in bytes; undefined when the writer did not know it yet, so that they last to the end of the stream.
   */
  readonly dataBytes: number | undefined;
}

const HEADER_BYTES = 44;
/** Larger than any header; a stream without samples by then is given up. */
const MAX_HEADER_BYTES = 1 << 20;
const ENCODINGS = new Map<number, WavHeader["encoding"]>([
  [1, "pcm"],
  [3, "float"],
]);
/** WAVE_FORMAT_EXTENSIBLE: the encoding is the first word of the sub-format GUID, 24 bytes into the fmt chunk. */
const EXTENSIBLE = 0xfffe;

/** A 16-bit file of one channel, or of two (left, right; the shorter one is padded with silence). */
export function writeWav(channels: readonly [Int16Array, Int16Array?], sampleRate = SAMPLE_RATE): Uint8Array {
  const [left, right] = channels;
  const samples = right ? interleave(left, right) : left;
  const file = new Uint8Array(HEADER_BYTES + samples.byteLength);
  file.set(wavHeader(samples.byteLength, right ? 2 : 1, sampleRate));
  file.set(bytesOf(samples), HEADER_BYTES);
  return file;
}

/** The 44 bytes that precede `dataBytes` bytes of 16-bit samples. */
export function wavHeader(dataBytes: number, channels: 1 | 2 = 1, sampleRate = SAMPLE_RATE): Uint8Array {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const bytesPerInstant = 2 * channels;
  putTag(header, 0, "RIFF");
  header.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  putTag(header, 8, "WAVE");
  putTag(header, 12, "fmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * bytesPerInstant, true);
  header.setUint16(32, bytesPerInstant, true);
  header.setUint16(34, 16, true);
  putTag(header, 36, "data");
  header.setUint32(40, dataBytes, true);
  return new Uint8Array(header.buffer);
}

/**
 * Reads the header from the beginning of a file or stream. Unknown chunks are skipped, and sizes of 0 or 0xFFFFFFFF, which a
 * streaming server writes before it knows better, count as unknown.
 * @returns `need-more` when the samples begin beyond these bytes, `not-wav` when more bytes would not help.
 */
export function readWavHeader(bytes: Uint8Array): WavHeader | "need-more" | "not-wav" {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!agrees(view, 0, "RIFF") || !agrees(view, 8, "WAVE")) return "not-wav";
  let format: Omit<WavHeader, "dataOffset" | "dataBytes"> | undefined;
  let at = 12;
  while (at + 8 <= view.byteLength) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (agrees(view, at, "data")) {
      const unknown = size === 0 || size === 0xffffffff;
      return format ? { ...format, dataOffset: body, dataBytes: unknown ? undefined : size } : "not-wav";
    }
    if (agrees(view, at, "fmt ")) {
      if (size < 16 || size > MAX_HEADER_BYTES) return "not-wav";
      if (body + size > view.byteLength) break;
      format = readFormat(view, body, size);
    }
    at = body + size + (size % 2); // chunks are padded to even length
    if (at > MAX_HEADER_BYTES) return "not-wav";
  }
  return "need-more";
}

function readFormat(view: DataView, at: number, size: number) {
  const tag = view.getUint16(at, true);
  const encoding = tag === EXTENSIBLE && size >= 26 ? view.getUint16(at + 24, true) : tag;
  return {
    encoding: ENCODINGS.get(encoding) ?? ("other" as const),
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    bitsPerSample: view.getUint16(at + 14, true),
  };
}

/** Whether the bytes so far can be the tag: a prefix matches. */
function agrees(view: DataView, at: number, tag: string): boolean {
  for (let i = 0; i < tag.length && at + i < view.byteLength; i++) {
    if (view.getUint8(at + i) !== tag.charCodeAt(i)) return false;
  }
  return true;
}

function putTag(view: DataView, at: number, tag: string): void {
  for (let i = 0; i < tag.length; i++) view.setUint8(at + i, tag.charCodeAt(i));
}

function interleave(left: Int16Array, right: Int16Array): Int16Array {
  const both = new Int16Array(2 * Math.max(left.length, right.length));
  for (let i = 0; i < left.length; i++) both[2 * i] = left[i] as number;
  for (let i = 0; i < right.length; i++) both[2 * i + 1] = right[i] as number;
  return both;
}
