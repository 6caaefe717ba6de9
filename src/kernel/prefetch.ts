import { unlessAborted } from "./deadline.js";

/** An iteration that has begun already. Iterate it once, or `return` it when nobody will. */
export interface EagerIterable<T> extends AsyncIterable<T> {
  return(): Promise<void>;
}

/** Starts an iteration at once, without waiting for anybody to want its first item. */
export function startEagerly<T>(items: AsyncIterable<T>): EagerIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<T>> | undefined = iterator.next();
  first.catch(() => {}); // Thrown again to whoever asks for it.
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
 * Passes items on, and has always asked for the next one when it hands one out.
 *
 * @throws the signal's reason when it aborts while an item is waited for
 */
export async function* prefetch<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { value, done } = await unlessAborted(signal, next);
      if (done) return;
      next = iterator.next();
      next.catch(() => {}); // It is awaited in the next round, if there is one.
      yield value;
    }
  } finally {
    // Not awaited: a generator that waits for its own next item returns only after that, and a signal ends that wait.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
