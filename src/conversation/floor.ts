import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import type { ListeningOptions } from "../listening/utterances.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Line } from "../telephony/line.js";
import { type HeardAt, hearCaller } from "./hear-caller.js";
import { beginTurn, type Farewell, type Turn } from "./turn.js";

/** What happens on the floor, in its order. */
export type FloorEvent =
  | HeardAt
  | { readonly kind: "key"; readonly key: string }
  /** A turn has come to its end, cut short or not. */
  | { readonly kind: "turn_over"; readonly turn: Turn }
  /** The floor has been open for as long as it was to be. */
  | { readonly kind: "idle" };

/**
 * Who has the floor on one line: the assistant with a turn, or the caller, or nobody. There is at most one turn at a time,
 * and none begins before the last one has unwound.
 *
 * What happens is read with `for await`, by one reader, until the scope ends. `E` is what else that reader waits for.
 */
export interface Floor<E = never> extends AsyncIterable<FloorEvent | E> {
  /** The assistant's turn; undefined while it does not have the floor. */
  readonly turn: Turn | undefined;
  /** Whether nobody has the floor, and `idle` is to come if that stays so. */
  readonly isOpen: boolean;
  /**
   * Whether no speech is in progress that may become an utterance. Noise that is dropped before `voice` makes no event, so
   * this has to be asked.
   */
  readonly isCallerQuiet: boolean;
  /** Adds an event of the reader's own. */
  put(event: E): void;
  /**
   * Gives the assistant the floor, which must be free: begins a turn. `speakUp` is called once the turn before has unwound
   * and the transcript holds what was heard of it; not at all when this one is taken away before. Returns the turn.
   */
  take(speakUp: (turn: Turn) => Promise<unknown>, farewell?: Farewell): Turn;
  /** Yields to what was heard of the caller when that is an interruption. Returns the turn that was cut short, if any. */
  interrupt(heard: HeardAt): Turn | undefined;
  /** Takes the floor from the assistant, and returns the turn that was cut short, if there was one. */
  yield(why: string): Turn | undefined;
  /** Closes a turn that is over. Returns false when it does not have the floor any more. */
  finish(turn: Turn): boolean;
  /** Leaves the floor to whoever takes it; after `ms` in which nobody does comes `idle`. */
  open(ms: number): void;
}

export interface FloorNeeds {
  readonly line: Line;
  readonly listening: Partial<ListeningOptions>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Events wait here for microseconds; a queue this long means that the process has stood still. */
const MAX_EVENTS = 256;

/** Opens the floor of a line until the scope ends, which is the parent of the turns. Nobody has it yet. */
export async function openFloor<E = never>(
  { line, listening, metrics, log }: FloorNeeds,
  scope: Scope,
): Promise<Floor<E>> {
  const events = new Mailbox<FloorEvent | E>(MAX_EVENTS, "drop-oldest");
  let current: Turn | undefined;
  /** Resolves when the turn that was cut short last has unwound. */
  let unwound = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  scope.onEnd(() => {
    close();
    events.close();
    if (events.dropped > 0) metrics.dropped("events", events.dropped);
  });
  scope.onEnd(line.onKey((key) => events.put({ kind: "key", key })));
  const hearing = await hearCaller(line, listening, scope, (heard) => events.put(heard));

  /** Somebody has taken the floor. */
  function close(): void {
    clearTimeout(idleTimer);
    idleTimer = undefined;
  }

  function yieldTurn(why: string): Turn | undefined {
    close();
    const turn = current;
    if (!turn) return undefined;
    current = undefined;
    unwound = turn.scope.closed;
    turn.scope.end(new Ending("interrupted", why));
    return turn;
  }

  return {
    get turn() {
      return current;
    },
    get isOpen() {
      return idleTimer !== undefined;
    },
    get isCallerQuiet() {
      return hearing.quiet;
    },
    put: (event) => events.put(event),
    [Symbol.asyncIterator]: () => events,

    take(speakUp, farewell) {
      close();
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
          if (!signal.aborted) log.error("turn_failed", `A turn broke off: ${describe(error)}`);
        })
        .finally(() => {
          turn.scope.end();
          events.put({ kind: "turn_over", turn });
        });
      return turn;
    },

    interrupt: (heard) => (isInterruption(heard) ? yieldTurn("the caller spoke") : undefined),
    yield: yieldTurn,

    finish(turn) {
      if (turn !== current) return false;
      current = undefined;
      return true;
    },

    open(ms) {
      close();
      idleTimer = setTimeout(() => events.put({ kind: "idle" }), ms);
    },
  };
}

/**
 * Where a caller's interruption is decided: whether what was heard of them ends the assistant's turn. A voice does as soon
 * as it has lasted for `bargeInMs`, whatever it says; so does an utterance, because a short one comes without a voice
 * before it.
 */
function isInterruption({ kind }: HeardAt): boolean {
  return kind === "voice" || kind === "utterance";
}
