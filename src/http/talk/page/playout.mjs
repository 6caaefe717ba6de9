/** @typedef {{ readonly samples: Int16Array } | { readonly mark: string }} Queued */

/**
 * What waits to be played, mono at 16 000 Hz, and the marks between: the page's end of the protocol. Whoever pulls is the
 * clock.
 */
export class Playout {
  /** @type {Queued[]} */
  #queue = [];
  /** Of the first in the queue, how much was played. */
  #at = 0;
  #onMark;
  isPaused = false;

  /** @param {(id: string) => void} onMark told when playback is there */
  constructor(onMark) {
    this.#onMark = onMark;
  }

  /** Samples that were not played yet. */
  get length() {
    return this.#queue.reduce((sum, item) => sum + ("samples" in item ? item.samples.length : 0), 0) - this.#at;
  }

  /** @param {Int16Array} samples not to be changed afterwards */
  add(samples) {
    if (samples.length > 0) this.#queue.push({ samples });
  }

  /** @param {{ readonly command?: unknown, readonly correlation_id?: unknown }} message others than ours are left alone */
  obey({ command, correlation_id: id }) {
    if (command === "MARK_MEDIA") this.#queue.push({ mark: String(id) });
    else if (command === "PAUSE_MEDIA") this.isPaused = true;
    else if (command === "CONTINUE_MEDIA") this.isPaused = false;
    else if (command === "FLUSH_MEDIA") {
      this.#queue = [];
      this.#at = 0;
    }
  }

  /**
   * The next samples, with silence where there are none; tells of the marks on the way.
   *
   * @param {Float32Array} out −1 to 1
   * @returns {number} how many of them there were
   */
  pull(out) {
    let filled = 0;
    for (let item = this.#queue[0]; item && !this.isPaused; item = this.#queue[0]) {
      if ("mark" in item) this.#onMark(item.mark);
      else {
        const count = Math.min(item.samples.length - this.#at, out.length - filled);
        for (let n = 0; n < count; n++) out[filled + n] = (item.samples[this.#at + n] ?? 0) / 32_768;
        filled += count;
        this.#at += count;
        if (this.#at < item.samples.length) break;
        this.#at = 0;
      }
      this.#queue.shift();
    }
    out.fill(0, filled);
    return filled;
  }
}
