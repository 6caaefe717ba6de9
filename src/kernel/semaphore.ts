import { unlessAborted } from "./deadline.js";

/** Lets a limited number of tasks run at a time; the others wait in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param permits tasks at a time */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** @throws the signal's reason when it aborts before it is this task's turn, or what the task throws */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    let enter = () => {};
    const turn = new Promise<void>((resolve) => (enter = resolve));
    this.#waiting.push(enter);
    try {
      await unlessAborted(signal, turn);
    } catch (reason) {
      const at = this.#waiting.indexOf(enter);
      if (at >= 0) this.#waiting.splice(at, 1);
      else this.#next(); // It was its turn in the same instant.
      throw reason;
    }
  }

  #next(): void {
    const enter = this.#waiting.shift();
    if (enter) enter();
    else this.#free++;
  }
}
