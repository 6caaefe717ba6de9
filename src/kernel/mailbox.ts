/** What happens to an item when the mailbox is full. */
export type Overflow = "drop-oldest" | "drop-newest";

/**
 * Turns push into pull: callbacks `put`, one reader uses `for await`.
 *
 * It holds at most `capacity` items; beyond that `overflow` decides which is dropped, and `dropped` counts them. After closing,
 * the reader receives what is still inside, and then its loop ends; leaving the loop closes the mailbox.
 */
export class Mailbox<T> implements AsyncIterableIterator<T> {
  readonly #capacity: number;
  readonly #overflow: Overflow;
  readonly #items: T[] = [];
  readonly #waiting: ((result: IteratorResult<T>) => void)[] = [];
  #closed = false;
  #dropped = 0;

  /** @throws {RangeError} unless `capacity` is a whole number of 1 or more */
  constructor(capacity: number, overflow: Overflow) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`a mailbox of capacity ${capacity}`);
    this.#capacity = capacity;
    this.#overflow = overflow;
  }

  /** Items dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Never blocks. After `close` the item is discarded, which does not count as dropped. */
  put(item: T): void {
    if (this.#closed) return;
    const waiting = this.#waiting.shift();
    if (waiting) {
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
    for (const waiting of this.#waiting.splice(0)) waiting({ value: undefined, done: true });
  }

  /** The next item. Several readers are served in the order in which they asked. */
  next(): Promise<IteratorResult<T>> {
    if (this.#items.length > 0) return Promise.resolve({ value: this.#items.shift() as T, done: false });
    if (this.#closed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
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
