import { onAbort } from "../kernel/abort.js";

interface Pending {
  readonly text: string;
  resolve(heard: boolean): void;
}

/** More than this wait for nobody. */
const MAX_PENDING = 20;

/**
 * What somebody outside wants said in a conversation: the result of a tool, a timer that has come due. It is said when
 * nobody has the floor, never over anybody.
 */
export class Interjections {
  readonly #pending: Pending[] = [];
  #onNew: (() => void) | undefined;
  #closed = false;

  /**
   * Resolves whether it was heard to its end; `false` too when the conversation ended first.
   *
   * @param signal withdraws it while it waits for the floor; what is being said is said
   * @returns undefined when too many wait already, and this one will not be said
   */
  say(text: string, signal?: AbortSignal): Promise<boolean> | undefined {
    if (this.#closed || signal?.aborted) return Promise.resolve(false);
    if (this.#pending.length >= MAX_PENDING) return undefined;
    return new Promise((resolve) => {
      const withdraw = () => {
        const at = this.#pending.indexOf(pending);
        if (at < 0) return;
        this.#pending.splice(at, 1);
        resolve(false);
      };
      const pending: Pending = {
        text,
        resolve: (heard) => {
          stopWatching?.();
          resolve(heard);
        },
      };
      const stopWatching = signal && onAbort(signal, withdraw);
      this.#pending.push(pending);
      this.#onNew?.();
    });
  }

  /** Whether nothing will be said any more. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Takes the one that has waited longest; whoever takes it must resolve it. */
  take(): Pending | undefined {
    return this.#pending.shift();
  }

  get waiting(): boolean {
    return this.#pending.length > 0;
  }

  /** Has `listener` called when one comes. */
  listen(listener: () => void): void {
    this.#onNew = listener;
    if (this.waiting) listener();
  }

  /** What waits will not be said any more. */
  close(): void {
    this.#closed = true;
    this.#onNew = undefined;
    for (const { resolve } of this.#pending.splice(0)) resolve(false);
  }
}
