import { EARLY_REPLIES_MS, type Latency } from "../speech/latency.js";

/** Maximum number of speculative replies to one utterance, and the length of it that allows one more, in ms. */
const MAX_ATTEMPTS = 3;
const ANOTHER_AFTER_MS = 5_000;

/** Counts the speculative replies to an utterance, which begin before its end. All but the last are withdrawn. */
export interface Speculation {
  /** Whether one may be begun for an utterance of this length, in ms. */
  mayBegin(utteranceMs: number): boolean;
  /** Whether one may be begun for words that may not be the last. The last attempt is not spent on a guess. */
  readonly mayGuess: boolean;
  /** Counts one. */
  begin(): void;
  /** Ends the utterance: no attempt became the reply. */
  over(): void;
  /** Resets the count: there is a reply, or nothing to reply to. */
  settled(): void;
  /** Number of attempts at the current utterance. */
  readonly count: number;
  /** Returns how many attempts at the last utterance were withdrawn; 0 when called again. */
  takeWithdrawn(): number;
}

export function createSpeculation(latency: Latency): Speculation {
  let count = 0;
  let withdrawn = 0;
  return {
    mayBegin(utteranceMs) {
      const isWorthIt = (count + 1) * latency.p95Ms <= EARLY_REPLIES_MS;
      return isWorthIt && count < MAX_ATTEMPTS + Math.floor(utteranceMs / ANOTHER_AFTER_MS);
    },
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
