/** A caller whose pauses are all shorter than this share of the silence that ends an utterance is brisk. */
const SHORT_PAUSE = 0.4;
/** Utterances that are remembered; with fewer than `ENOUGH` no caller is brisk. */
const REMEMBERED = 5;
const ENOUGH = 3;

/** How one caller pauses: the longest pause within each of their last utterances. Nothing of it outlives the call. */
export interface Pace {
  /** In ms; 0 where they have not paused. */
  readonly longestPauseMs: number;
  readonly isBrisk: boolean;
  /** Whether they have paused in what they are saying. */
  readonly hasPaused: boolean;
  /** They have paused for so long, in ms, and gone on with what they were saying. */
  paused(ms: number): void;
  /** What they were saying is over, and is answered. */
  finished(): void;
}

/** @param silenceMs the silence that ends an utterance */
export function createPace(silenceMs: number): Pace {
  /** In ms, of the present utterance last. */
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
