/** Items that are there already, for whoever wants them one after the other. */
export async function* asyncIterableOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
