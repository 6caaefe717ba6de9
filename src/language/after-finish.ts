import { withDeadline } from "../kernel/deadline.js";

/** Time for what may follow the reason why an answer ended, such as its number of tokens, in ms. */
const TRAILING_MS = 500;

/**
 * Yields the chunks of an answer. Once it has ended, the rest is read for a moment only, and it makes no difference how the server
 * ends the stream: some proxies keep it open, or cut it.
 */
export async function* untilFinished<T>(
  chunks: AsyncIterable<T>,
  hasEnded: () => boolean,
): AsyncGenerator<T, void, void> {
  const reading = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = hasEnded() ? await trailing(reading.next()) : await reading.next();
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a read in progress ends with the request.
    reading.return?.()?.catch(() => {});
  }
}

async function trailing<T>(next: Promise<T>): Promise<T | undefined> {
  return await withDeadline(TRAILING_MS, undefined, "the rest", () => next).catch(() => undefined);
}
