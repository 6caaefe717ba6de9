/**
 * Streams the first answer, or the other one if the first fails before its first item: what has begun cannot be begun again by
 * another voice or model.
 *
 * @throws what the other one throws · what the first throws once it has begun · the signal's reason
 */
export async function* fallingBack<T>(
  first: () => AsyncIterable<T>,
  other: () => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, void> {
  let hasBegun = false;
  try {
    for await (const item of first()) {
      hasBegun = true;
      yield item;
    }
    return;
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
  }
  yield* other();
}
