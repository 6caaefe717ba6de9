/**
 * Silero's voice activity network, version 6 at 16 kHz: how likely 32 ms of sound contain someone speaking. It is small
 * enough to need no runtime: a spectrum, four layers and a memory of 128 values, 0.4 million multiplications.
 */

import { DOT_STEP, dotProduct, type Floats, takeFloats } from "../audio/dot-product.js";
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
  /** The distance between rows of weights, in floats: the padding after a row is 0. */
  readonly row: number;
  readonly weights: Floats;
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

/** Working memory while a chunk is judged: what each layer is given. A padded row reads a little beyond it. */
const SPECTRUM = takeFloats((SPECTRA + 2) * SPECTRUM_BINS + DOT_STEP);
const ONE = takeFloats((SPECTRA + 2) * first.rows);
const TWO = takeFloats(2 * second.rows);
const THREE = takeFloats(third.rows);
/** The input of the memory: what the layers found, and its own last output. */
const RECALLED = takeFloats(2 * MEMORY);
const GATES = takeFloats(memory.rows);
const POSITIVE = takeFloats(MEMORY);
const PROBABILITY = takeFloats(1);

export function createVoiceNetwork(): VoiceNetwork {
  const spectrum = createSpectrum();
  const heard = new Float32Array(CONTEXT + CHUNK + CONTEXT);
  let count = 0;
  const cells = new Float32Array(MEMORY);
  const outputs = new Float32Array(MEMORY);

  function judge(): number {
    // The end of the last spectrum mirrors the chunk's.
    for (let i = 0; i < CONTEXT; i++) heard[CONTEXT + CHUNK + i] = heard[CONTEXT + CHUNK - 2 - i] as number;
    const spectra = SPECTRUM.values();
    for (let i = 0; i < SPECTRA; i++) {
      spectrum(heard.subarray(i * STEP, i * STEP + SPECTRUM_SAMPLES), spectra, (i + 1) * SPECTRUM_BINS);
    }
    for (let i = 0; i < SPECTRA; i++) apply(first, SPECTRUM, i * SPECTRUM_BINS, ONE, (i + 1) * first.rows);
    for (let i = 0; i < 2; i++) apply(second, ONE, 2 * i * first.rows, TWO, i * second.rows);
    apply(third, TWO, 0, THREE, 0);
    apply(fourth, THREE, 0, RECALLED, 0);
    RECALLED.values().set(outputs, MEMORY);
    apply(memory, RECALLED, 0, GATES, 0, false);
    const [gates, positive] = [GATES.values(), POSITIVE.values()];
    for (let i = 0; i < MEMORY; i++) {
      const keep = sigmoid(gates[FORGET + i] as number);
      const write = sigmoid(gates[INPUT + i] as number);
      const cell = keep * (cells[i] as number) + write * Math.tanh(gates[VALUE + i] as number);
      cells[i] = cell;
      const output = sigmoid(gates[OUTPUT + i] as number) * Math.tanh(cell);
      outputs[i] = output;
      positive[i] = Math.max(0, output);
    }
    apply(end, POSITIVE, 0, PROBABILITY, 0, false);
    heard.copyWithin(0, CHUNK, CHUNK + CONTEXT);
    return sigmoid(PROBABILITY.values()[0] as number);
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
      for (const values of [heard, outputs, cells]) values.fill(0);
    },
  };
}

/** Multiplies a layer's matrix with the inputs from `at` on. */
function apply(layer: Layer, from: Floats, at: number, to: Floats, toAt: number, isPositive = true): void {
  const { rows, row, weights, bias } = layer;
  const results = to.values();
  for (let i = 0; i < rows; i++) {
    const sum = (bias[i] as number) + dotProduct(weights.at + i * row, from.at + at, row);
    results[toAt + i] = isPositive && sum < 0 ? 0 : sum;
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
    const row = Math.ceil(columns / DOT_STEP) * DOT_STEP;
    const weights = takeFloats(rows * row);
    const values = weights.values();
    for (let i = 0; i < rows * columns; i++) {
      const [y, x] = [Math.floor(i / columns), i % columns];
      values[y * row + x] = bytes.readInt8(at + i) * (scales[y] as number);
    }
    at += rows * columns;
    return { rows, row, weights, bias };
  };
  const [one, two, three, four, five, six] = SHAPES;
  return [read(one), read(two), read(three), read(four), read(five), read(six)];
}
