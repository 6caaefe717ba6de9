/** What happens to an item that finds the mailbox full. */
export type Overflow = "drop-oldest" | "drop-newest";

/**
 * Where push becomes pull: callbacks `put`, one reader does `for await`.
 *
 * It holds at most `capacity` items; beyond that `overflow` decides which is lost, and `dropped` counts it. Closing lets
 * the reader have what is still inside and then ends its loop.
 */
export class Mailbox<T> implements AsyncIterableIterator<T> {
  readonly #capacity: number;
  readonly #overflow: Overflow;
  readonly #items: T[] = [];
  #waiting: ((result: IteratorResult<T>) => void) | undefined;
  #closed = false;
  #dropped = 0;

  constructor(capacity: number, overflow: Overflow) {
    this.#capacity = capacity;
    this.#overflow = overflow;
  }

  /** Items lost to overflow so far. */
  get dropped(): number {
    return this.#dropped;
  }

  put(item: T): void {
    if (this.#closed) return;
    const waiting = this.#waiting;
    if (waiting) {
      this.#waiting = undefined;
      waiting({ value: item, done: false });
      return;
    }
    if (this.#items.length >= this.#capacity) {
      this.#dropped++;
      if (this.#overflow === "drop-newest") return;
      this.#items.shift();
    }
    this.#items.push(item);
  }

  close(): void {
    this.#closed = true;
    this.#waiting?.({ value: undefined, done: true });
    this.#waiting = undefined;
  }

  /** The next item. One reader at a time. */
  next(): Promise<IteratorResult<T>> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve({ value: item, done: false });
    if (this.#closed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  return(): Promise<IteratorResult<T>> {
    this.#items.length = 0;
    this.close();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
