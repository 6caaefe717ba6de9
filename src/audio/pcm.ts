/** The internal audio format: mono, signed 16-bit, 16 000 Hz, in frames of 20 ms. */

/** Samples per second (Hz). */
export const SAMPLE_RATE = 16_000;
/** Length of a frame in ms. */
export const FRAME_MS = 20;
/** Samples in a frame. */
export const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
/** Bytes in a frame on the wire. */
export const FRAME_BYTES = FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT;

/**
 * Converts little-endian 16-bit bytes to samples: a view of the same memory if its alignment allows, otherwise a copy. Copy the
 * samples to keep them longer than the bytes are valid.
 * @throws RangeError when the number of bytes is odd: the reader of a stream must split it between samples.
 */
export function samplesOf(bytes: Uint8Array): Int16Array {
  if (bytes.length % 2 !== 0) throw new RangeError(`${bytes.length} bytes are not a whole number of 16-bit samples`);
  // Uint8Array.prototype.slice, not bytes.slice: a Buffer's slice is a view, as misaligned as the buffer itself.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.prototype.slice.call(bytes);
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2);
}

/** Converts samples to little-endian bytes: a view of the same memory. */
export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Concatenates pieces of audio. A single piece is returned as it is. */
export function joined(pieces: readonly Int16Array[]): Int16Array {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The duration of the samples, in ms. */
export function msOf(samples: Int16Array): number {
  return (samples.length * 1000) / SAMPLE_RATE;
}

/** The number of samples in `ms`, rounded to the nearest one. */
export function samplesIn(ms: number): number {
  return Math.round((ms * SAMPLE_RATE) / 1000);
}
