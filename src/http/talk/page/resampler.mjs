/** Zero crossings of the kernel on each side: what would fold back is 55 dB down from 1 kHz beyond the lower rate's half on. */
const CROSSINGS = 16;
/** The pass band ends a little below the half of the lower rate, so that the kernel has room to fall off. */
const PASS = 0.92;
/** Values of the kernel between two zero crossings. */
const STEPS = 256;

/** A sinc under a Blackman window, by STEPS to a crossing. */
const KERNEL = Float32Array.from({ length: CROSSINGS * STEPS + 2 }, (_, at) => {
  const x = at / STEPS;
  if (x === 0) return 1;
  if (x >= CROSSINGS) return 0;
  const turn = (Math.PI * x) / CROSSINGS;
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
});

/** Changes the rate of a sound that comes piece by piece, by windowed-sinc interpolation. Late by half its kernel: 1 ms. */
export class Resampler {
  #step;
  #scale;
  #reach;
  /** Samples that came and are needed yet. */
  #held;
  /** Where the next sample lies among them. */
  #at;

  /**
   * @param {number} from Hz
   * @param {number} to Hz
   */
  constructor(from, to) {
    this.#step = from / to;
    this.#scale = from === to ? 1 : Math.min(1, to / from) * PASS;
    this.#reach = Math.ceil(CROSSINGS / this.#scale);
    this.#held = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  /**
   * @param {Float32Array} sound
   * @returns {Float32Array} as much as can be known so far
   */
  push(sound) {
    if (this.#step === 1) return sound.slice();
    const held = new Float32Array(this.#held.length + sound.length);
    held.set(this.#held);
    held.set(sound, this.#held.length);
    const out = [];
    for (; this.#at + this.#reach < held.length; this.#at += this.#step) out.push(this.#valueAt(held));
    const done = Math.max(0, Math.floor(this.#at) - this.#reach);
    this.#held = held.slice(done);
    this.#at -= done;
    return Float32Array.from(out);
  }

  /** @param {Float32Array} held */
  #valueAt(held) {
    const last = Math.floor(this.#at) + this.#reach;
    let sum = 0;
    for (let n = Math.max(0, last - 2 * this.#reach + 1); n <= last; n++) {
      const place = Math.abs(n - this.#at) * this.#scale * STEPS;
      const index = Math.floor(place);
      const before = KERNEL[index] ?? 0;
      sum += (held[n] ?? 0) * (before + ((KERNEL[index + 1] ?? 0) - before) * (place - index));
    }
    return sum * this.#scale;
  }
}
