import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Call } from "./call.js";

/** Why a call is turned away. */
export type Refusal = "busy" | "shutting_down";

/** A call that is queued or in progress. */
export interface LiveCall {
  readonly call: Call;
  /** Its life: ending it hangs up. */
  readonly scope: Scope;
  /**
   * Has something said to the one on the line, politely: after what is being said, never over it. Resolves whether it was
   * heard to its end. Undefined in a call that is no conversation.
   */
  interject?: (text: string) => Promise<boolean>;
}

interface Waiting {
  readonly live: LiveCall;
  begin(): void;
}

/**
 * The calls in progress: how many there may be, which wait for a line, and how they are brought to an end when the
 * process leaves. Calls that come in are turned away when all lines are busy; calls to be placed wait their turn.
 */
export class LiveCalls {
  readonly #most: number;
  readonly #longestQueue: number;
  readonly #calls = new Map<string, LiveCall>();
  readonly #queue: Waiting[] = [];
  readonly #windDown = new AbortController();
  readonly #onEmpty = new Set<() => void>();

  /**
   * @param most calls at the same time
   * @param longestQueue calls that may wait for their turn
   */
  constructor(most: number, longestQueue = 0) {
    this.#most = most;
    this.#longestQueue = longestQueue;
  }

  /** Calls in progress. */
  get count(): number {
    return this.#calls.size;
  }

  /** Calls that wait for their turn. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Aborts when the process is about to leave: calls say goodbye and end. */
  get windDown(): AbortSignal {
    return this.#windDown.signal;
  }

  /** Why another call cannot be taken at once; undefined when it can. */
  get refusal(): Refusal | undefined {
    if (this.windDown.aborted) return "shutting_down";
    return this.count >= this.#most ? "busy" : undefined;
  }

  /** The call of that id, in progress or queued. */
  find(callId: string): LiveCall | undefined {
    return this.#calls.get(callId) ?? this.#queue.find(({ live }) => live.call.record.callId === callId)?.live;
  }

  /** Those in progress. */
  [Symbol.iterator](): IterableIterator<LiveCall> {
    return this.#calls.values();
  }

  /** Counts a call as in progress. Whether there is a line for it was asked before: `refusal`. */
  add(live: LiveCall): void {
    this.#calls.set(live.call.record.callId, live);
  }

  /** @throws {AttendantError} `queue_full`, or `unavailable` when the process is leaving */
  checkRoom(): void {
    if (this.windDown.aborted) throw new AttendantError("unavailable", "The service is shutting down.");
    if (this.count < this.#most || this.queued < this.#longestQueue) return;
    throw new AttendantError("queue_full", `${this.queued} calls are waiting already; see CALL_QUEUE_LENGTH.`);
  }

  /**
   * Gives a call that is to be placed a line, or a place in the queue. `begin` is called when it has its line, which may
   * be before this returns; not at all when its scope ends first.
   *
   * @returns how many are served before it, itself included; null when it has begun
   * @throws {AttendantError} `queue_full`, or `unavailable` when the process is leaving
   */
  enter(live: LiveCall, begin: () => void): number | null {
    this.checkRoom();
    if (this.count < this.#most) {
      this.add(live);
      begin();
      return null;
    }
    const waiting = { live, begin };
    this.#queue.push(waiting);
    live.scope.onEnd(() => {
      const at = this.#queue.indexOf(waiting);
      if (at >= 0) this.#queue.splice(at, 1);
      this.#tellIfEmpty();
    });
    return this.queued;
  }

  /** Lets go of a call that is over; its line goes to the one that has waited longest. */
  remove({ call }: LiveCall): void {
    if (!this.#calls.delete(call.record.callId)) return;
    const next = this.count < this.#most ? this.#queue.shift() : undefined;
    if (next) {
      this.add(next.live);
      next.begin();
    }
    this.#tellIfEmpty();
  }

  /** Takes no more calls, lets those that wait go, has those there are say goodbye; resolves when the last is over. */
  async drain(): Promise<void> {
    const leaving = new Ending("shutting_down", "the service is shutting down");
    this.#windDown.abort(leaving);
    for (const { live } of [...this.#queue]) live.scope.end(leaving);
    if (this.count + this.queued === 0) return;
    await new Promise<void>((resolve) => this.#onEmpty.add(resolve));
  }

  #tellIfEmpty(): void {
    if (this.count + this.queued > 0) return;
    for (const resolve of this.#onEmpty) resolve();
    this.#onEmpty.clear();
  }
}
