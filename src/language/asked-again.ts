import type { ModelOutput } from "./ports.js";

/**
 * Passes a completion on and, if it fails before its first word or call, the one that is asked for instead. A completion that
 * fails later is not replaced: the caller would hear its beginning twice.
 *
 * @param instead called with each failure; returns the other completion, if there is one to try
 */
export async function* askedAgain(
  completion: AsyncIterable<ModelOutput>,
  instead: (error: unknown) => AsyncIterable<ModelOutput> | undefined,
): AsyncGenerator<ModelOutput, void, void> {
  let hasBegun = false;
  let other: AsyncIterable<ModelOutput> | undefined;
  try {
    for await (const output of completion) {
      hasBegun ||= output.kind !== "text" || output.text.trim() !== "";
      yield output;
    }
  } catch (error) {
    other = instead(error);
    if (hasBegun || !other) throw error;
  }
  if (other) yield* other;
}
