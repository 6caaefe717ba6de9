import { Turns } from "./turns.js";

/** Limits the number of concurrent tasks; the others wait in order. */
export class Semaphore {
  readonly #turns: Turns<undefined>;

  /** @param permits maximum number of concurrent tasks */
  constructor(permits: number) {
    this.#turns = new Turns((_, running) => running < permits);
  }

  /** @throws the signal's reason when it aborts before the task starts, or the task's errors */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    return this.#turns.run(undefined, signal, task);
  }
}
