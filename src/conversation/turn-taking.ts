import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import { beginTurn, type Farewell, type Turn } from "./turn.js";

/** Who has the word: at most one turn at a time, and none begins before the last one has unwound. */
export interface TurnTaking {
  /** The assistant's turn; undefined while it has not the word. */
  readonly current: Turn | undefined;
  /**
   * Gives the assistant the word, which nobody else may have. `speakUp` is called once the turn before has unwound and
   * the transcript holds what was heard of it; not at all when this one is taken away before. Returns the turn.
   */
  take(speakUp: (turn: Turn) => Promise<unknown>, farewell?: Farewell): Turn;
  /** Takes the word from the assistant and returns the turn that was cut short, if there was one. */
  leave(why: string): Turn | undefined;
  /** Leaves a turn that has come to its own end behind. Returns false when another one has the word since. */
  finish(turn: Turn): boolean;
}

export interface TurnTakingNeeds {
  /** Parent of the turns. */
  readonly scope: Scope;
  /** Told when a turn has come to its end, whether it was cut short or not. */
  readonly onOver: (turn: Turn) => void;
  /** Told of what a turn threw though nobody cut it short: a fault in the code. */
  readonly onFault: (error: unknown) => void;
}

export function createTurnTaking({ scope, onOver, onFault }: TurnTakingNeeds): TurnTaking {
  let current: Turn | undefined;
  /** When the turn that was cut short last has unwound. */
  let unwound = Promise.resolve();

  return {
    get current() {
      return current;
    },

    take(speakUp, farewell) {
      const turn = beginTurn(scope, farewell);
      const { signal } = turn.scope;
      const before = unwound;
      const speaking = async () => {
        await before;
        if (!signal.aborted) await speakUp(turn);
      };
      current = turn;
      turn.scope
        .run(speaking())
        .catch((error: unknown) => {
          if (!signal.aborted) onFault(error);
        })
        .finally(() => {
          turn.scope.end();
          onOver(turn);
        });
      return turn;
    },

    leave(why) {
      const turn = current;
      if (!turn) return undefined;
      current = undefined;
      unwound = turn.scope.closed;
      turn.scope.end(new Ending("interrupted", why));
      return turn;
    },

    finish(turn) {
      if (turn !== current) return false;
      current = undefined;
      return true;
    },
  };
}
