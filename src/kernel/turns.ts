import { unlessAborted } from "./deadline.js";

/** Has tasks of some kinds begin as a rule allows; the others wait in their order, so that no kind waits for ever. */
export class Turns<K> {
  readonly #mayBegin: (kind: K, running: number, latest: K | undefined) => boolean;
  readonly #waiting: { readonly kind: K; readonly enter: () => void }[] = [];
  #running = 0;
  #latest: K | undefined;

  /** @param mayBegin whether a task of a kind may begin beside so many that run, the latest of which was of that kind */
  constructor(mayBegin: (kind: K, running: number, latest: K | undefined) => boolean) {
    this.#mayBegin = mayBegin;
  }

  /** @throws the signal's reason when it aborts before it is this task's turn, or what the task throws */
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
      else this.#running--; // It was its turn in the same instant.
      this.#letIn();
      throw reason;
    }
  }

  #end(): void {
    this.#running--;
    this.#letIn();
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && this.#isFree(next.kind); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#begin(next.kind);
      next.enter();
    }
  }
}
