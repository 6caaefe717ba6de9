import { beginningOf, type Lull, type Utterance } from "./hear-caller.js";
import type { Turn } from "./turn.js";

/** Maximum pause within one thing that a caller says, in ms; after a longer one, they say something new. */
const MAX_PAUSE_MS = 2_000;
/** Reaction time, in ms: a caller who speaks sooner after a reply began is not reacting to it. */
const REACTION_MS = 500;

/** Detects replies that began in a pause of the caller's. */
export interface PrematureReplies {
  /** Records that what ended there (ms of line time) is being answered. */
  answering(endedAt: number): void;
  /** Records that the caller has interrupted this turn. */
  interrupted(turn: Turn): void;
  /**
   * Returns how long they had paused before continuing with this, in ms, and whether the reply was audible by then,
   * which cut in on them. Reports each pause once; undefined if this is something new.
   */
  pauseBefore(utterance: Utterance | Lull): { readonly ms: number; readonly isCutIn: boolean } | undefined;
}

export function createPrematureReplies(): PrematureReplies {
  let answeredUntil: number | undefined;
  let cutShort: Turn | undefined;

  return {
    answering(endedAt) {
      answeredUntil = endedAt;
      cutShort = undefined;
    },
    interrupted(turn) {
      cutShort = turn;
    },
    pauseBefore(utterance) {
      if (answeredUntil === undefined || !cutShort) return undefined;
      const ms = utterance.startedAt - answeredUntil;
      const begunAt = beginningOf(utterance);
      const { audibleSince } = cutShort;
      cutShort = undefined;
      if (ms > MAX_PAUSE_MS || (audibleSince !== undefined && begunAt - audibleSince > REACTION_MS)) return undefined;
      return { ms, isCutIn: audibleSince !== undefined };
    },
  };
}
