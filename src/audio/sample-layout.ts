import { samplesOf } from "./pcm.js";

/** The layout of little-endian samples. */
export interface SampleLayout {
  /** Integers, unsigned if they have 8 bits, or IEEE 754 floats. */
  readonly encoding: "pcm" | "float";
  readonly bitsPerSample: number;
  /** Interleaved samples of one instant. */
  readonly channels: number;
}

const BITS: Readonly<Record<SampleLayout["encoding"], readonly number[]>> = { pcm: [8, 16, 24, 32], float: [32, 64] };
const MAX_CHANNELS = 8;

/** Whether {@link monoSamples} supports it. */
export function isReadable({ encoding, bitsPerSample, channels }: SampleLayout): boolean {
  return (
    BITS[encoding].includes(bitsPerSample) && Number.isInteger(channels) && channels >= 1 && channels <= MAX_CHANNELS
  );
}

/** Bytes of one instant. */
export function instantBytes({ bitsPerSample, channels }: SampleLayout): number {
  return (bitsPerSample / 8) * channels;
}

/**
 * Converts audio to 16-bit mono, the mean of all channels.
 *
 * @param bytes whole instants in a layout that {@link isReadable}
 */
export function monoSamples(bytes: Uint8Array, layout: SampleLayout): Int16Array {
  const { encoding, bitsPerSample, channels } = layout;
  if (encoding === "pcm" && bitsPerSample === 16 && channels === 1) return samplesOf(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = bitsPerSample / 8;
  const read = readerOf(encoding, bitsPerSample);
  const samples = new Int16Array(bytes.length / instantBytes(layout));
  for (let n = 0, at = 0; n < samples.length; n++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += width) sum += read(view, at);
    samples[n] = Math.max(-32_768, Math.min(32_767, Math.round(sum / channels)));
  }
  return samples;
}

/** Returns a function that reads one sample as a number in the 16-bit range. */
function readerOf(encoding: SampleLayout["encoding"], bits: number): (view: DataView, at: number) => number {
  if (encoding === "float") {
    return bits === 32
      ? (view, at) => view.getFloat32(at, true) * 32_768
      : (view, at) => view.getFloat64(at, true) * 32_768;
  }
  if (bits === 8) return (view, at) => (view.getUint8(at) - 128) * 256;
  if (bits === 16) return (view, at) => view.getInt16(at, true);
  if (bits === 24) return (view, at) => view.getInt16(at + 1, true) + view.getUint8(at) / 256;
  return (view, at) => view.getInt32(at, true) / 65_536;
}
