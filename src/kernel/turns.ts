import { unlessAborted } from "./deadline.js";

/**
 * Starts tasks of several kinds as a rule allows; the others wait in order, so that no kind waits for ever, unless kinds have
 * ranks.
 */
export class Turns<K> {
  readonly #mayBegin: (kind: K, running: number, latest: K | undefined) => boolean;
  readonly #rankOf: (kind: K) => number;
  readonly #waiting: { readonly kind: K; readonly enter: () => void }[] = [];
  #running = 0;
  #latest: K | undefined;

  /**
   * @param mayBegin whether a task of a kind may start, given the number of running tasks and the kind that started last
   * @param rankOf tasks of a lower rank start before all others that wait
   */
  constructor(
    mayBegin: (kind: K, running: number, latest: K | undefined) => boolean,
    rankOf: (kind: K) => number = () => 0,
  ) {
    this.#mayBegin = mayBegin;
    this.#rankOf = rankOf;
  }

  /** @throws the signal's reason when it aborts before the task starts, or the task's errors */
  async run<T>(kind: K, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#waiting.length === 0 && this.#isFree(kind)) this.#begin(kind);
    else await this.#turn(kind, signal);
    try {
      return await task();
    } finally {
      this.#end();
    }
  }

  #isFree(kind: K): boolean {
    return this.#mayBegin(kind, this.#running, this.#latest);
  }

  #begin(kind: K): void {
    this.#latest = kind;
    this.#running++;
  }

  async #turn(kind: K, signal: AbortSignal): Promise<void> {
    let enter = () => {};
    const turn = new Promise<void>((resolve) => (enter = resolve));
    this.#waiting.push({ kind, enter });
    try {
      await unlessAborted(signal, turn);
    } catch (reason) {
      const at = this.#waiting.findIndex((each) => each.enter === enter);
      if (at >= 0) this.#waiting.splice(at, 1);
      else this.#running--; // It was started at the same moment.
      this.#letIn();
      throw reason;
    }
  }

  #end(): void {
    this.#running--;
    this.#letIn();
  }

  #letIn(): void {
    for (let next = this.#next(); next && this.#isFree(next.kind); next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#begin(next.kind);
      next.enter();
    }
  }

  #next() {
    let [next] = this.#waiting;
    for (const each of this.#waiting) if (next && this.#rankOf(each.kind) < this.#rankOf(next.kind)) next = each;
    return next;
  }
}

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
