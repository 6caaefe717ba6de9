import type { Completeness } from "./completeness.js";

/** How long is waited after words, as shares of the silence that ends an utterance otherwise. */
const SHARES: Readonly<Record<Completeness, number>> = { finished: 0.8, closed: 1, open: 1.05, unfinished: 1.7 };
/** Who has paused for so long is given this much more, ms, up to a share of that silence. */
const MARGIN_MS = 150;
const SLOWEST = 1.5;
/** Whose pauses are all shorter than a share of it gets less by another. */
const SHORT_PAUSE = 0.4;
const BRISK = 0.85;
/** So many utterances tell how a caller pauses; by fewer nobody is brisk. */
const REMEMBERED = 5;
const ENOUGH = 3;

/** How long one caller is waited for. */
export interface EndpointWait {
  /** After words such as these, ms of silence. */
  after(words: Completeness): number;
  /** Where nothing is known of the words, ms of silence. */
  readonly usualMs: number;
  /** The caller has paused for so long, and gone on with what they were saying. */
  paused(ms: number): void;
  /** What they were saying is over, and is answered. */
  finished(): void;
}

/**
 * The wait of one call: around a silence that was set, by what was said, and by the longest pause of the caller's within
 * any of their last utterances. Nothing of it outlives the call.
 *
 * @param silenceMs the silence that ends an utterance
 * @param isFixed whether it always does, whatever is said
 */
export function createEndpointWait(silenceMs: number, isFixed = false): EndpointWait {
  /** The longest pause within each of the last utterances, the present one last, ms. */
  let pauses = [0];

  function after(words: Completeness): number {
    if (isFixed) return silenceMs;
    const share = SHARES[words];
    const longest = Math.max(...pauses);
    const isBrisk = pauses.length > ENOUGH && longest < SHORT_PAUSE * silenceMs;
    const slowMs = longest > 0 ? Math.min(longest + MARGIN_MS, SLOWEST * silenceMs) : 0;
    return Math.round(Math.max(share * silenceMs * (isBrisk ? BRISK : 1), Math.min(share, 1) * slowMs));
  }

  return {
    after,
    get usualMs() {
      return after("closed");
    },
    paused(ms) {
      pauses = [...pauses.slice(0, -1), Math.max(pauses.at(-1) ?? 0, ms)];
    },
    finished() {
      pauses = [...pauses, 0].slice(-REMEMBERED - 1);
    },
  };
}
