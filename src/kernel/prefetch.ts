import { unlessAborted } from "./deadline.js";

/** An iteration that has already started. Iterate it once, or call `return` when it is not needed. */
export interface EagerIterable<T> extends AsyncIterable<T> {
  return(): Promise<void>;
}

/** Starts an iteration at once, before its first item is requested. */
export function startEagerly<T>(items: AsyncIterable<T>): EagerIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<T>> | undefined = iterator.next();
  first.catch(() => {}); // Thrown again to the consumer.
  const leave = async () => {
    await iterator.return?.();
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const next = first ?? iterator.next();
        first = undefined;
        return next;
      },
      return: async () => {
        await leave();
        return { value: undefined, done: true };
      },
    }),
    return: leave,
  };
}

/**
 * Passes items on, and requests the next one before it yields the current one.
 *
 * @throws the signal's reason when it aborts while an item is pending
 */
export async function* prefetch<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { value, done } = await unlessAborted(signal, next);
      if (done) return;
      next = iterator.next();
      next.catch(() => {}); // Awaited in the next round, if there is one.
      yield value;
    }
  } finally {
    // Not awaited: a generator that is waiting for its next item returns only afterwards, and a signal ends that wait.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
