import type { Lull, Utterance } from "./hear-caller.js";
import type { Turn } from "./turn.js";

/** A caller who goes on within this time after their last word had paused, in ms; later, they say something new. */
const MAX_PAUSE_MS = 2_000;
/** A caller who speaks within this time after a reply began is not reacting to it, in ms. */
const REACTION_MS = 500;

/** Detects replies that began in a pause of the caller's. */
export interface PrematureReplies {
  /** What ends there, ms of line time, is being answered. */
  answering(endedAt: number): void;
  /** They have taken the floor from this turn. */
  interrupted(turn: Turn): void;
  /**
   * How long they had paused before they went on with this, ms, and whether they were cut in on. Told once; undefined
   * where it is something new.
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
    pauseBefore({ startedAt, endedAt, at, silentMs }) {
      if (answeredUntil === undefined || !cutShort) return undefined;
      const ms = startedAt - answeredUntil;
      const begunAt = at - silentMs - (endedAt - startedAt);
      const { audibleSince } = cutShort;
      cutShort = undefined;
      if (ms > MAX_PAUSE_MS || (audibleSince !== undefined && begunAt - audibleSince > REACTION_MS)) return undefined;
      return { ms, isCutIn: audibleSince !== undefined };
    },
  };
}
