import { type Finished, minutes } from "./summary.js";

/** How often the running jobs are shown, in ms. */
const EVERY_MS = 30_000;

interface State {
  readonly running: readonly string[];
  /** The estimated remaining time. */
  readonly seconds: number;
}

/** Prints a line for each job that has ended, and periodically the running ones. */
export class Progress {
  readonly #of: number;
  readonly #timer: NodeJS.Timeout;
  #done = 0;

  constructor(jobs: number, state: () => State) {
    this.#of = jobs;
    this.#timer = setInterval(() => {
      const { running, seconds } = state();
      console.log(`  … ${this.#done} of ${jobs}, about ${minutes(seconds)} left; running: ${running.join(", ")}`);
    }, EVERY_MS);
  }

  ended({ name, seconds, outcome }: Finished, done: number): void {
    this.#done = done;
    const { passed, failed, skipped } = outcome;
    const count = `${String(done).padStart(String(this.#of).length)}/${this.#of}`;
    const parts = [
      `${passed} passed`,
      failed.length > 0 && `${failed.length} FAILED`,
      skipped.length > 0 && `${skipped.length} skipped`,
    ];
    console.log(
      `${failed.length > 0 ? "✖" : "✔"} ${count} ${name} (${parts.filter(Boolean).join(", ")}, ${seconds.toFixed(1)} s)`,
    );
    // The full text is at the end.
    for (const { name: test, error } of failed) console.log(`    ✖ ${test}: ${error.split("\n", 1)[0] ?? ""}`);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
