/**
 * Streams the first answer, or the other one if the first fails before its first item: what has begun cannot be begun again by
 * another voice or model.
 *
 * @param first undefined when it is known not to work
 * @throws what the other one throws · what the first throws once it has begun · the signal's reason
 */
export async function* fallingBack<T>(
  first: () => AsyncIterable<T> | undefined,
  other: () => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, void> {
  let hasBegun = false;
  try {
    const answer = first();
    if (answer) {
      for await (const item of answer) {
        hasBegun = true;
        yield item;
      }
      return;
    }
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
  }
  yield* other();
}
