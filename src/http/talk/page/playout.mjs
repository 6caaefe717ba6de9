/** @typedef {{ readonly samples: Int16Array } | { readonly mark: string }} Queued */

/** The playback queue, mono at 16 000 Hz, with the marks in it: the page's side of the protocol. The reader sets the pace. */
export class Playout {
  /** @type {Queued[]} */
  #queue = [];
  /** Number of samples already played of the first entry. */
  #at = 0;
  #onMark;
  isPaused = false;

  /** @param {(id: string) => void} onMark called when playback reaches a mark */
  constructor(onMark) {
    this.#onMark = onMark;
  }

  /** Number of samples that were not played yet. */
  get length() {
    return this.#queue.reduce((sum, item) => sum + ("samples" in item ? item.samples.length : 0), 0) - this.#at;
  }

  /** @param {Int16Array} samples must not be modified afterwards */
  add(samples) {
    if (samples.length > 0) this.#queue.push({ samples });
  }

  /** @param {{ readonly command?: unknown, readonly correlation_id?: unknown }} message unknown ones are ignored */
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
   * Reads the next samples, with silence when there are none; reports the marks on the way.
   *
   * @param {Float32Array} out −1 to 1
   * @returns {number} the number of samples that were not silence
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
