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
 * Synthesises standing phrases before they are needed: during an outage of text-to-speech it would be too late. Tries until all
 * are available, or there is no more room.
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
    log.warn("phrases_not_ready", `Could not synthesise the standing phrases: ${describe(error)}`, {
      next_ms: nextMs,
    }),
  );
  log.info("phrases_ready", "The standing phrases are ready");
  const late = phrases.filter((phrase) => cache.cached(phrase) === undefined).length;
  if (late > 0)
    log.warn("phrases_too_many", `${late} standing phrases exceed the cache and are not kept ready`, { late });
}

/**
 * A voice that takes only standing phrases from a cache. Everything else bypasses it: otherwise it would in time evict what must
 * be available when text-to-speech is not.
 */
export function withCachedPhrases(tts: TextToSpeech, cache: TextToSpeech, phrases: readonly string[]): TextToSpeech {
  const standing = new Set(phrases);
  return {
    synthesise: (text, signal, traceparent) => (standing.has(text) ? cache : tts).synthesise(text, signal, traceparent),
  };
}
