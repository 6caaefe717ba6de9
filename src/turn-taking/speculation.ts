/** Speculative replies to one utterance, and the length of it after which there may be one more, in ms. */
const MAX_ATTEMPTS = 3;
const ANOTHER_AFTER_MS = 5_000;

/** Counts the speculative replies to an utterance: those begun before its end. All but the last are withdrawn. */
export interface Speculation {
  /** Whether one may be begun for an utterance that has lasted so long, ms. */
  mayBegin(utteranceMs: number): boolean;
  /** Whether one may be begun for words that may not be the last; the last attempt is not for a guess. */
  readonly mayGuess: boolean;
  /** Counts one. */
  begin(): void;
  /** The utterance is over, and no attempt at it is the reply. */
  over(): void;
  /** There is a reply, or nothing to reply to. */
  settled(): void;
  /** How many there have been at the present utterance. */
  readonly count: number;
  /** How many at the last one were taken back; none when asked again. */
  takeWithdrawn(): number;
}

export function createSpeculation(): Speculation {
  let count = 0;
  let withdrawn = 0;
  return {
    mayBegin: (utteranceMs) => count < MAX_ATTEMPTS + Math.floor(utteranceMs / ANOTHER_AFTER_MS),
    get mayGuess() {
      return count < MAX_ATTEMPTS - 1;
    },
    begin() {
      count++;
    },
    over() {
      withdrawn = count;
      count = 0;
    },
    settled() {
      count = 0;
    },
    get count() {
      return count;
    },
    takeWithdrawn() {
      const taken = withdrawn;
      withdrawn = 0;
      return taken;
    },
  };
}
