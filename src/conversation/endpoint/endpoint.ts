import type { Completeness } from "./completeness.js";
import { createPace, type Pace } from "./pace.js";
import { type Wait, waitAfter, withoutWordsAfter } from "./wait-rules.js";

/** When the utterances of one caller are over. */
export interface Endpoint {
  readonly pace: Pace;
  /**
   * Returns how long the caller is waited for.
   *
   * @param words what their words say; undefined while they are not known
   * @param stableAfterMs silence after which no word was added for long enough; undefined where that is not known
   */
  wait(words?: Completeness, stableAfterMs?: number): Wait;
  /** Returns the time without another word after which such words were all, in ms, whatever sounds on. */
  withoutWords(words: Completeness): number;
}

/**
 * @param silenceMs silence that ends an utterance of which nothing else is known
 * @param isFixed whether it ends every utterance, whatever is said
 */
export function createEndpoint(silenceMs: number, isFixed = false): Endpoint {
  const pace = createPace(silenceMs);
  return {
    pace,
    wait: (words, stableAfterMs) =>
      isFixed ? { ms: silenceMs, why: "fixed" } : waitAfter({ silenceMs, pace, words, stableAfterMs }),
    withoutWords: (words) => (isFixed ? silenceMs : withoutWordsAfter(words, { silenceMs, pace })),
  };
}
