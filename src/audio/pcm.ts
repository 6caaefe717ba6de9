/** The one form that audio has inside: mono, signed 16-bit, 16 000 Hz, cut into frames of 20 ms. */

/** Samples a second (Hz). */
export const SAMPLE_RATE = 16_000;
/** Length of a frame in ms. */
export const FRAME_MS = 20;
/** Samples in a frame. */
export const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
/** Bytes in a frame on the wire. */
export const FRAME_BYTES = FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT;

/**
 * Little-endian 16-bit bytes as samples: a view on the same memory where its alignment allows, else one copy.
 * Whoever keeps the samples longer than the bytes are valid must copy them.
 * @throws RangeError when a byte is left over: cutting a byte stream between samples is for whoever reads the stream.
 */
export function samplesOf(bytes: Uint8Array): Int16Array {
  if (bytes.length % 2 !== 0) throw new RangeError(`${bytes.length} bytes are no whole number of 16-bit samples`);
  // Uint8Array.prototype.slice, not bytes.slice: a Buffer's slice is a view, as misaligned as the buffer itself.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.prototype.slice.call(bytes);
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2);
}

/** Samples as little-endian bytes: a view on the same memory. */
export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Pieces of sound as one. A single piece is given back as it is. */
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

/** How long the samples last, in ms. */
export function msOf(samples: Int16Array): number {
  return (samples.length * 1000) / SAMPLE_RATE;
}

/** How many samples last `ms`, rounded to the nearest one. */
export function samplesIn(ms: number): number {
  return Math.round((ms * SAMPLE_RATE) / 1000);
}
