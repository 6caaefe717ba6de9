/** A caller is brisk if all their pauses are shorter than this share of the silence that ends an utterance. */
const SHORT_PAUSE = 0.4;
/** Number of utterances remembered; with fewer than `ENOUGH`, no caller is brisk. */
const REMEMBERED = 5;
const ENOUGH = 3;

/** How one caller pauses: the longest pause within each of their last utterances. Discarded with the call. */
export interface Pace {
  /** In ms; 0 if they have not paused. */
  readonly longestPauseMs: number;
  readonly isBrisk: boolean;
  /** Whether they have paused in their current utterance. */
  readonly hasPaused: boolean;
  /** Records a pause, in ms, after which they continued. */
  paused(ms: number): void;
  /** Ends what they were saying: it is answered. */
  finished(): void;
}

/** @param silenceMs the silence that ends an utterance */
export function createPace(silenceMs: number): Pace {
  /** In ms; the current utterance's is last. */
  let pauses = [0];
  const longest = () => Math.max(...pauses);

  return {
    get longestPauseMs() {
      return longest();
    },
    get isBrisk() {
      return pauses.length > ENOUGH && longest() < SHORT_PAUSE * silenceMs;
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
