import { describe } from "../kernel/errors.js";
import { type Backoff, retryUntilDone } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import type { PhraseCache } from "./phrase-cache.js";
import type { TextToSpeech } from "./ports.js";

const WARM_BACKOFF: Backoff = { firstMs: 2_000, maxMs: 10_000 };

export interface WarmNeeds {
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Has standing phrases synthesised before they are needed: with text-to-speech away it would be too late. Tries until all
 * of them are, or as many as there is room for.
 *
 * @throws the signal's reason when it aborts
 */
export async function warmPhrases(
  cache: PhraseCache,
  phrases: readonly string[],
  { log, signal }: WarmNeeds,
): Promise<void> {
  const warm = async () => {
    const [failure] = await cache.warm(phrases, signal);
    if (failure) throw failure;
  };
  await retryUntilDone(signal, WARM_BACKOFF, warm, (error, nextMs) =>
    log.warn("phrases_not_ready", `The standing phrases cannot be synthesised: ${describe(error)}`, {
      next_ms: nextMs,
    }),
  );
  log.info("phrases_ready", "The standing phrases are synthesised");
  const late = phrases.filter((phrase) => cache.cached(phrase) === undefined).length;
  if (late > 0) log.warn("phrases_too_many", `${late} standing phrases are more than is kept ready`, { late });
}

/**
 * One voice, which takes standing phrases from a cache. Whatever else is said goes past it: were it cached as well, it
 * would in time take the place of what must be there when text-to-speech is not.
 */
export function withCachedPhrases(tts: TextToSpeech, cache: TextToSpeech, phrases: readonly string[]): TextToSpeech {
  const standing = new Set(phrases);
  return {
    synthesise: (text, signal, traceparent) => (standing.has(text) ? cache : tts).synthesise(text, signal, traceparent),
  };
}
