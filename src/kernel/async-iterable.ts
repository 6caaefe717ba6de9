/** Items that are there already, for whoever wants them one after the other. */
export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
