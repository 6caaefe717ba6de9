/**
 * Changes the sample rate of a stream: a polyphase windowed-sinc filter.
 *
 * Output sample n lies at input time n·M/L (L and M: the two rates divided by their greatest common divisor). Its whole part
 * determines which input samples surround it, its fraction, one of L, which row of coefficients weights them. The filter is
 * symmetric about that time, so nothing is delayed; outputs wait until the input that follows them has arrived. Window and length
 * after Kaiser, as in Oppenheim and Schafer, Discrete-Time Signal Processing, 7.5.3.
 */

import { DOT_STEP, dotProduct, takeFloats } from "./dot-product.js";

/** Supported sample rates in Hz; each can be converted to each other. */
export const SAMPLE_RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
export type SampleRate = (typeof SAMPLE_RATES)[number];

export interface Resampler {
  /** The output that this chunk completes. The output does not depend on how a stream is cut into chunks. */
  push(chunk: Int16Array): Int16Array;
  /**
   * The output that was waiting for more input; afterwards the resampler can be used again. In all, n samples yield ⌈n·to/from⌉.
   */
  flush(): Int16Array;
}

/** @throws RangeError when a rate (Hz) is not one of SAMPLE_RATES. */
export function createResampler(from: number, to: number): Resampler {
  if (!isSampleRate(from) || !isSampleRate(to)) throw new RangeError(`No resampler from ${from} Hz to ${to} Hz`);
  if (from === to) return { push: (chunk) => chunk, flush: () => new Int16Array(0) };

  const { up, down, reach, rows, row } = filterBetween(from, to);
  const taps = 2 * reach;
  const wholeStep = Math.floor(down / up);
  const phaseStep = down % up;
  /** The input from which the next output begins, as far as it has arrived: before the first sample, silence. */
  const waiting = new Float32Array(taps);
  let held = reach - 1;
  /** The position of the next output between two input samples, in 1/up of their distance. */
  let phase = 0;

  function push(chunk: Int16Array): Int16Array {
    const ready = Math.max(0, held + chunk.length - taps + 1);
    const output = new Int16Array(Math.max(0, Math.ceil((ready * up - phase) / down)));
    const window = WINDOW.values();
    let n = 0;
    for (let read = 0; read < chunk.length; read += BLOCK_SAMPLES) {
      const block = chunk.subarray(read, read + BLOCK_SAMPLES);
      window.set(waiting.subarray(0, held));
      window.set(block, held);
      held += block.length;
      let at = 0;
      while (at + taps <= held) {
        output[n++] = rounded(dotProduct(rows + phase * row, WINDOW.at + at, row));
        at += wholeStep;
        phase += phaseStep;
        if (phase >= up) {
          phase -= up;
          at++;
        }
      }
      waiting.set(window.subarray(at, held));
      held -= at;
    }
    return output;
  }

  return {
    push,
    flush() {
      const rest = push(new Int16Array(reach));
      waiting.fill(0);
      held = reach - 1;
      phase = 0;
      return rest;
    },
  };
}

export function isSampleRate(hz: number): hz is SampleRate {
  return (SAMPLE_RATES as readonly number[]).includes(hz);
}

/** Length of the blocks in which input is filtered, so that the memory used does not depend on the chunks. */
const BLOCK_SAMPLES = 2048;
/** Attenuation of aliases and images. */
const STOPBAND_DB = 72;
/** Transition band of the filter, as a share of the band below half of the lower rate. */
const TRANSITION = 0.1;

interface Filter {
  readonly up: number;
  readonly down: number;
  /** Input samples that count on either side of an output sample. */
  readonly reach: number;
  /** Where the `up` rows of 2·reach weights begin, in floats. */
  readonly rows: number;
  /** The distance between rows, in floats: the padding after the weights is 0. */
  readonly row: number;
}

/** More than any filter has taps. */
const MAX_TAPS = 1024;
/** Working memory for each block, empty between two blocks. Filtering reads beyond it, to the end of a row. */
const WINDOW = takeFloats(MAX_TAPS + BLOCK_SAMPLES + DOT_STEP);

/** Coefficients take milliseconds to compute and serve every stream: at most one filter per pair of rates. */
const filters = new Map<string, Filter>();

function filterBetween(from: SampleRate, to: SampleRate): Filter {
  const key = `${from}:${to}`;
  const known = filters.get(key) ?? designFilter(from, to);
  filters.set(key, known);
  return known;
}

function designFilter(from: number, to: number): Filter {
  const divisor = greatestCommonDivisor(from, to);
  const up = to / divisor;
  const down = from / divisor;
  const stop = Math.min(from, to) / 2 / from; // cycles per input sample
  const cutoff = stop * (1 - TRANSITION / 2);
  const beta = 0.1102 * (STOPBAND_DB - 8.7);
  const reach = Math.ceil((STOPBAND_DB - 8) / (2.285 * 2 * Math.PI * stop * TRANSITION) / 2);
  const taps = 2 * reach;
  const row = Math.ceil(taps / DOT_STEP) * DOT_STEP;
  const rows = takeFloats(up * row);
  const weights = new Float64Array(taps);
  for (let phase = 0; phase < up; phase++) {
    for (let k = 0; k < taps; k++) {
      const distance = k - (reach - 1) - phase / up;
      weights[k] = sinc(2 * cutoff * distance) * besselI0(beta * Math.sqrt(Math.max(0, 1 - (distance / reach) ** 2)));
    }
    // Each row sums to 1: a constant input remains the same constant in every row.
    const sum = weights.reduce((total, weight) => total + weight, 0);
    rows.values().set(
      weights.map((weight) => weight / sum),
      phase * row,
    );
  }
  return { up, down, reach, rows: rows.at, row };
}

function rounded(value: number): number {
  return value >= 32_767 ? 32_767 : value <= -32_768 ? -32_768 : Math.round(value);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The modified Bessel function of the first kind and order zero, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
