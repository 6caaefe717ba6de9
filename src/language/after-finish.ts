import { withDeadline } from "../kernel/deadline.js";

/** Time for all that may follow the reason why an answer ended, such as its number of tokens, in ms. */
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
  let until: number | undefined;
  try {
    for (;;) {
      if (hasEnded()) until ??= performance.now() + TRAILING_MS;
      const next = await (until === undefined ? reading.next() : trailing(reading.next(), until - performance.now()));
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a read in progress ends with the request.
    reading.return?.()?.catch(() => {});
  }
}

async function trailing<T>(next: Promise<T>, ms: number): Promise<T | undefined> {
  return await withDeadline(Math.max(0, ms), undefined, "the rest", () => next).catch(() => undefined);
}
