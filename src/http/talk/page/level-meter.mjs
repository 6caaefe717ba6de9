/** Level below which there is silence, in dB relative to full scale; as in the console. */
const SILENCE_DB = -70;
/** Frames of 20 ms per update of the display. */
const FRAMES = 5;

/** The level of one side, drawn ten times a second. */
export class LevelMeter {
  #meter;
  #bar;
  #loudest = 0;
  #frames = 0;

  /**
   * @param {{ setAttribute(name: string, value: string): void }} meter the element for screen readers
   * @param {{ readonly style: { transform: string } }} bar the visible element
   */
  constructor(meter, bar) {
    this.#meter = meter;
    this.#bar = bar;
  }

  /** @param {number} level root mean square of a frame, from 0 to 1 */
  add(level) {
    this.#loudest = Math.max(this.#loudest, level);
    if (++this.#frames < FRAMES) return;
    this.#show(decibels(this.#loudest));
    this.#frames = this.#loudest = 0;
  }

  /** Call when there is no more sound. */
  silence() {
    this.#frames = this.#loudest = 0;
    this.#show(SILENCE_DB);
  }

  /** @param {number} db */
  #show(db) {
    this.#meter.setAttribute("aria-valuenow", String(db));
    this.#meter.setAttribute("aria-valuetext", db <= SILENCE_DB ? "silent" : `${db} decibels`);
    this.#bar.style.transform = `scaleX(${(1 - db / SILENCE_DB).toFixed(3)})`;
  }
}

/** @param {number} level root mean square, from 0 to 1 */
export function decibels(level) {
  return Math.round(Math.min(0, Math.max(SILENCE_DB, 20 * Math.log10(level + 1e-9))));
}
