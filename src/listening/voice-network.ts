/**
 * Silero's voice activity network, version 6 at 16 kHz: how likely 32 ms of sound contain someone speaking. It is small
 * enough to need no runtime: a spectrum, four layers and a memory of 128 values, 0.4 million multiplications.
 */

import { createSpectrum, SPECTRUM_BINS, SPECTRUM_SAMPLES } from "./spectrum.js";
import { VOICE_WEIGHTS } from "./voice-weights.js";

/** Samples that are judged at a time, and those before them that the first spectrum includes. */
const CHUNK = 512;
const CONTEXT = 64;
const STEP = 128;
/** Spectra of a chunk; one of zeros precedes and one follows them. */
const SPECTRA = CHUNK / STEP;
const MEMORY = 128;
/** Where the gates of the memory begin in its layer's outputs. */
const [INPUT, OUTPUT, FORGET, VALUE] = [0, MEMORY, 2 * MEMORY, 3 * MEMORY];

interface Layer {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** Outputs and inputs of each layer: three of convolution as matrices over neighbouring spectra, the memory, the end. */
const SHAPES = [
  [128, 3 * SPECTRUM_BINS],
  [64, 3 * 128],
  [64, 2 * 64],
  [128, 64],
  [4 * MEMORY, 2 * MEMORY],
  [1, MEMORY],
] as const;

export interface VoiceNetwork {
  /** Takes the next samples, any number; returns the highest probability of a voice since, or undefined. */
  hear(samples: Int16Array): number | undefined;
  /** Forgets what was heard. */
  clear(): void;
}

/** Read when the program starts: that takes some 10 ms. */
const [first, second, third, fourth, memory, end] = readLayers();

export function createVoiceNetwork(): VoiceNetwork {
  const spectrum = createSpectrum();
  const heard = new Float32Array(CONTEXT + CHUNK + CONTEXT);
  let count = 0;
  const spectra = new Float32Array((SPECTRA + 2) * SPECTRUM_BINS);
  const one = new Float32Array((SPECTRA + 2) * first.rows);
  const two = new Float32Array(2 * second.rows);
  const three = new Float32Array(third.rows);
  /** The input of the memory: what the layers found, and its own last output. */
  const recalled = new Float32Array(2 * MEMORY);
  const cells = new Float32Array(MEMORY);
  const gates = new Float32Array(memory.rows);
  const positive = new Float32Array(MEMORY);
  const probability = new Float32Array(1);

  function judge(): number {
    // The end of the last spectrum mirrors the chunk's.
    for (let i = 0; i < CONTEXT; i++) heard[CONTEXT + CHUNK + i] = heard[CONTEXT + CHUNK - 2 - i] as number;
    for (let i = 0; i < SPECTRA; i++) {
      spectrum(heard.subarray(i * STEP, i * STEP + SPECTRUM_SAMPLES), spectra, (i + 1) * SPECTRUM_BINS);
    }
    for (let i = 0; i < SPECTRA; i++) apply(first, spectra, i * SPECTRUM_BINS, one, (i + 1) * first.rows);
    for (let i = 0; i < 2; i++) apply(second, one, 2 * i * first.rows, two, i * second.rows);
    apply(third, two, 0, three, 0);
    apply(fourth, three, 0, recalled, 0);
    apply(memory, recalled, 0, gates, 0, false);
    for (let i = 0; i < MEMORY; i++) {
      const keep = sigmoid(gates[FORGET + i] as number);
      const write = sigmoid(gates[INPUT + i] as number);
      const cell = keep * (cells[i] as number) + write * Math.tanh(gates[VALUE + i] as number);
      cells[i] = cell;
      const output = sigmoid(gates[OUTPUT + i] as number) * Math.tanh(cell);
      recalled[MEMORY + i] = output;
      positive[i] = Math.max(0, output);
    }
    apply(end, positive, 0, probability, 0, false);
    heard.copyWithin(0, CHUNK, CHUNK + CONTEXT);
    return sigmoid(probability[0] as number);
  }

  return {
    hear(samples) {
      let highest: number | undefined;
      for (const sample of samples) {
        heard[CONTEXT + count++] = sample / 32_768;
        if (count < CHUNK) continue;
        count = 0;
        highest = Math.max(highest ?? 0, judge());
      }
      return highest;
    },
    clear() {
      count = 0;
      for (const values of [heard, recalled, cells]) values.fill(0);
    },
  };
}

/** Multiplies a layer's matrix with the inputs from `at` on; four sums at a time, which do not wait for each other. */
function apply(layer: Layer, from: Float32Array, at: number, to: Float32Array, toAt: number, isPositive = true): void {
  const { rows, columns, weights, bias } = layer;
  const whole = columns - (columns % 4);
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    let [a, b, c, d] = [bias[row] as number, 0, 0, 0];
    for (let i = 0; i < whole; i += 4) {
      a += (weights[start + i] as number) * (from[at + i] as number);
      b += (weights[start + i + 1] as number) * (from[at + i + 1] as number);
      c += (weights[start + i + 2] as number) * (from[at + i + 2] as number);
      d += (weights[start + i + 3] as number) * (from[at + i + 3] as number);
    }
    for (let i = whole; i < columns; i++) a += (weights[start + i] as number) * (from[at + i] as number);
    const sum = a + b + c + d;
    to[toAt + row] = isPositive && sum < 0 ? 0 : sum;
  }
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** For each layer a scale for each row, the biases, and the weights in bytes. */
function readLayers(): readonly [Layer, Layer, Layer, Layer, Layer, Layer] {
  const bytes = Buffer.from(VOICE_WEIGHTS, "base64");
  let at = 0;
  const read = ([rows, columns]: readonly [number, number]): Layer => {
    const scales = Array.from({ length: rows }, (_, row) => bytes.readFloatLE(at + 4 * row));
    const bias = Float32Array.from({ length: rows }, (_, row) => bytes.readFloatLE(at + 4 * (rows + row)));
    at += 8 * rows;
    const weights = new Float32Array(rows * columns);
    for (let i = 0; i < weights.length; i++)
      weights[i] = bytes.readInt8(at + i) * (scales[Math.floor(i / columns)] as number);
    at += weights.length;
    return { rows, columns, weights, bias };
  };
  const [one, two, three, four, five, six] = SHAPES;
  return [read(one), read(two), read(three), read(four), read(five), read(six)];
}
