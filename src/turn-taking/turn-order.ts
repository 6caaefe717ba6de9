import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Line } from "../telephony/line.js";
import { beginTurn, type Farewell, type Turn } from "./turn.js";

/** Says what a turn is for; resolves when that was heard. */
export type SpeakUp = (turn: Turn) => Promise<unknown>;

/** The assistant's turns on one line: at most one at a time, and none begins before the last one has unwound. */
export interface TurnOrder {
  /** Undefined while the assistant does not have the floor. */
  readonly current: Turn | undefined;
  /** Whether the current turn may be withdrawn: the caller may not have finished. */
  readonly isTentative: boolean;
  begin(speakUp: SpeakUp, farewell?: Farewell): Turn;
  /** Begins a turn that is held back on a paused line until it is committed. */
  beginTentatively(speakUp: SpeakUp): Turn;
  /** Commits the tentative turn, which is heard from now on. */
  commit(): void;
  /** Cuts the current turn short. Returns it; undefined if there was none. */
  cut(why: string): Turn | undefined;
  /**
   * Takes note that a turn is over. Returns false if it was cut short before; "withdrawn" if it failed before it was
   * committed.
   */
  finish(turn: Turn): boolean | "withdrawn";
}

export interface TurnOrderNeeds {
  readonly line: Line;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Called when the caller is no longer listened to. */
  readonly onIgnoring: () => void;
  /** Called when they are listened to again. */
  readonly onListening: () => void;
  /** Called with each sentence, or a piece of one, that the caller has heard to its end. */
  readonly onHeard: (turn: Turn, text: string) => void;
  /** Called when a turn has ended, cut short or not. */
  readonly onOver: (turn: Turn) => void;
}

export function createTurnOrder(
  { line, metrics, log, onIgnoring, onListening, onHeard, onOver }: TurnOrderNeeds,
  scope: Scope,
): TurnOrder {
  let current: Turn | undefined;
  /** Resolves when the turn that was last cut short has unwound. */
  let unwound = Promise.resolve();
  /** Commits the tentative turn. */
  let commitTurn: (() => void) | undefined;

  function begin(turn: Turn, speakUp: SpeakUp): Turn {
    turn.onIgnoring = onIgnoring;
    turn.onListening = onListening;
    turn.spoken.onHeard = (text) => onHeard(turn, text);
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
        if (!signal.aborted) log.error("turn_failed", `A turn failed: ${describe(error)}`);
      })
      .finally(() => {
        turn.scope.end();
        onOver(turn);
      });
    return turn;
  }

  /** Settles the outcome of the tentative turn. Returns false if there is none. */
  function settle(outcome: "kept" | "withdrawn"): boolean {
    if (!commitTurn) return false;
    metrics.thoughtAhead(outcome);
    if (outcome === "withdrawn") line.flush(); // What was sent of it before it failed is not heard either.
    else commitTurn();
    commitTurn = undefined;
    return true;
  }

  return {
    get current() {
      return current;
    },
    get isTentative() {
      return commitTurn !== undefined;
    },
    begin: (speakUp, farewell) => begin(beginTurn(scope, farewell), speakUp),
    beginTentatively(speakUp) {
      line.pause();
      let commit = () => {};
      const commitment = new Promise<void>((resolve) => {
        commit = resolve;
      });
      const turn = begin(beginTurn(scope, undefined, commitment), speakUp);
      commitTurn = commit;
      return turn;
    },
    commit() {
      current?.notes.happens("endpoint");
      settle("kept");
      line.resume();
    },
    cut(why) {
      const turn = current;
      current = undefined;
      settle("withdrawn");
      if (turn) unwound = turn.scope.closed;
      turn?.scope.end(new Ending("interrupted", why));
      return turn;
    },
    finish(turn) {
      if (turn !== current) return false;
      current = undefined;
      return settle("withdrawn") ? "withdrawn" : true;
    },
  };
}
