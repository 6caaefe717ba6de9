/** Zero crossings of the kernel on each side: aliases are attenuated by 55 dB from 1 kHz above half of the lower rate. */
const CROSSINGS = 16;
/** The pass band ends a little below half of the lower rate, which leaves room for the transition band. */
const PASS = 0.92;
/** Values of the kernel between two zero crossings. */
const STEPS = 256;

/** A sinc with a Blackman window, STEPS values per crossing. */
const KERNEL = Float32Array.from({ length: CROSSINGS * STEPS + 2 }, (_, at) => {
  const x = at / STEPS;
  if (x === 0) return 1;
  if (x >= CROSSINGS) return 0;
  const turn = (Math.PI * x) / CROSSINGS;
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
});

/** Changes the sample rate of audio in pieces, by windowed-sinc interpolation. The delay is half its kernel: 1 ms. */
export class Resampler {
  #step;
  #scale;
  #reach;
  /** Samples that are still needed. */
  #held;
  /** The position of the next output sample among them. */
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
   * @returns {Float32Array} the output that can be computed so far
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
