import { Turns } from "./turns.js";

/** Lets a limited number of tasks run at a time; the others wait in order. */
export class Semaphore {
  readonly #turns: Turns<undefined>;

  /** @param permits tasks at a time */
  constructor(permits: number) {
    this.#turns = new Turns((_, running) => running < permits);
  }

  /** @throws the signal's reason when it aborts before it is this task's turn, or what the task throws */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    return this.#turns.run(undefined, signal, task);
  }
}
