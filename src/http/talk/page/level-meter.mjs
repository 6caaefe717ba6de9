/** Softer than that is silence, dB below full scale; as in the console. */
const SILENCE_DB = -70;
/** Frames of 20 ms to a change of what is shown. */
const FRAMES = 5;

/** How loud one side is, drawn ten times a second. */
export class LevelMeter {
  #meter;
  #bar;
  #loudest = 0;
  #frames = 0;

  /**
   * @param {{ setAttribute(name: string, value: string): void }} meter the element that says it to screen readers
   * @param {{ readonly style: { transform: string } }} bar the element that is drawn
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

  /** Nothing is heard any more. */
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
