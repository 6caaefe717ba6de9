/** A list as an async iterable. */
export async function* asyncIterableOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
