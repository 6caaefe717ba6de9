import type { Completeness } from "./completeness.js";

/**
 * How long is waited after words, as shares of the silence that ends an utterance otherwise: what may go on, for longer than
 * people pause for a word that they look for (a second, where the silence is 700 ms).
 */
const SHARES: Readonly<Record<Completeness, number>> = { finished: 0.77, closed: 1.3, open: 1.65, unfinished: 1.85 };
/**
 * Where only words tell the end, they are known late: for words that nothing has to follow, no more than this is added to that,
 * however long the pauses were. A noise that begins and ends looks like one there.
 */
const NO_MORE_WORDS = 1.05;
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
  /** The same in time without a word more, whatever sounds on. */
  afterLast(words: Completeness): number;
  /** Where nothing is known of the words, ms of silence. */
  readonly usualMs: number;
  /** Whether they have paused in what they are saying. */
  readonly hasPaused: boolean;
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

  const after = (words: Completeness) => shareOf(SHARES[words]);

  function shareOf(share: number): number {
    if (isFixed) return silenceMs;
    const longest = Math.max(...pauses);
    const isBrisk = pauses.length > ENOUGH && longest < SHORT_PAUSE * silenceMs;
    const slowMs = longest > 0 ? Math.min(longest + MARGIN_MS, SLOWEST * silenceMs) : 0;
    return Math.round(Math.max(share * silenceMs * (isBrisk ? BRISK : 1), Math.min(share, 1) * slowMs));
  }

  return {
    after,
    afterLast: (words) =>
      words === "unfinished"
        ? after(words)
        : Math.min(after(words), shareOf(NO_MORE_WORDS), Math.round(NO_MORE_WORDS * silenceMs)),
    get usualMs() {
      return shareOf(1);
    },
    get hasPaused() {
      return (pauses.at(-1) ?? 0) > 0;
    },
    paused(ms) {
      pauses = [...pauses.slice(0, -1), Math.max(pauses.at(-1) ?? 0, ms)];
    },
    finished() {
      pauses = [...pauses, 0].slice(-REMEMBERED - 1);
    },
  };
}
