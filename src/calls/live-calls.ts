import { setMaxListeners } from "node:events";
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
   * heard to its end. `patience` withdraws it while it waits for the word. Undefined in a call that is no conversation, or
   * not any more.
   */
  readonly interject?: ((text: string, patience?: AbortSignal) => Promise<boolean>) | undefined;
}

interface QueuedCall {
  readonly live: LiveCall;
  begin(): void;
}

/**
 * The calls there are: how many may be in progress, which wait for a line, and how they are brought to an end when the
 * process leaves. Calls that come in are turned away when all lines are busy; calls to be placed wait their turn.
 *
 * A call that has left its line is still known here until it is written down: whoever asks for it is told how it ended,
 * and the process does not leave without that. Its line is another's meanwhile, however slow the store is.
 */
export class LiveCalls {
  readonly #maxActive: number;
  readonly #maxQueued: number;
  /** By call id, like the other two. */
  readonly #calls = new Map<string, LiveCall>();
  /** In the order in which they came. */
  readonly #queue = new Map<string, QueuedCall>();
  /** Over, and being written down. */
  readonly #concluding = new Map<string, LiveCall>();
  readonly #windDown = new AbortController();
  readonly #onEmpty = new Set<() => void>();

  /**
   * @param maxActive calls at the same time
   * @param maxQueued calls that may wait for their turn
   */
  constructor(maxActive: number, maxQueued = 0) {
    this.#maxActive = maxActive;
    this.#maxQueued = maxQueued;
    // Every call listens for it.
    setMaxListeners(0, this.#windDown.signal);
  }

  /** Calls in progress. */
  get count(): number {
    return this.#calls.size;
  }

  /** Calls that wait for their turn. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Aborts, with an {@link Ending} as its reason, when the process is about to leave: calls say goodbye and end. */
  get windDown(): AbortSignal {
    return this.#windDown.signal;
  }

  /** Why another call cannot be taken at once; undefined when it can. */
  get refusal(): Refusal | undefined {
    if (this.windDown.aborted) return "shutting_down";
    return this.count >= this.#maxActive ? "busy" : undefined;
  }

  /** The call of that id: in progress, queued, or over and not yet written down. */
  find(callId: string): LiveCall | undefined {
    return this.#calls.get(callId) ?? this.#queue.get(callId)?.live ?? this.#concluding.get(callId);
  }

  /** How many are served before the call, itself included; null when it does not wait. */
  positionOf(callId: string): number | null {
    return this.#queue.has(callId) ? [...this.#queue.keys()].indexOf(callId) + 1 : null;
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
  checkCapacity(): void {
    if (this.windDown.aborted) throw new AttendantError("unavailable", "The service is shutting down.");
    if (this.count < this.#maxActive || this.queued < this.#maxQueued) return;
    throw new AttendantError("queue_full", `${this.queued} calls are waiting already; see CALL_QUEUE_LENGTH.`);
  }

  /**
   * Gives a call that is to be placed a line, or a place in the queue. `begin` is called when it has its line, which may
   * be before this returns; not at all when its scope ends first. Either way it is known until `remove`.
   *
   * @returns how many are served before it, itself included; null when it has begun
   * @throws {AttendantError} `queue_full`, or `unavailable` when the process is leaving
   */
  enqueue(live: LiveCall, begin: () => void): number | null {
    this.checkCapacity();
    if (this.count < this.#maxActive) {
      this.add(live);
      begin();
      return null;
    }
    const { callId } = live.call.record;
    this.#queue.set(callId, { live, begin });
    live.scope.onEnd(() => {
      if (this.#queue.delete(callId)) this.#concluding.set(callId, live);
    });
    return this.queued;
  }

  /** Nobody is on the line of this call any more: it goes to the call that has waited longest. */
  freeLine(live: LiveCall): void {
    const { callId } = live.call.record;
    if (!this.#calls.delete(callId)) return;
    this.#concluding.set(callId, live);
    const [next] = this.count < this.#maxActive ? this.#queue : [];
    if (!next) return;
    const [nextId, { live: waiting, begin }] = next;
    this.#queue.delete(nextId);
    this.add(waiting);
    begin();
  }

  /** Lets go of a call that is written down. */
  remove(live: LiveCall): void {
    this.freeLine(live);
    this.#concluding.delete(live.call.record.callId);
    this.#notifyIfEmpty();
  }

  /**
   * Takes no more calls, lets those that wait go, has those there are say goodbye; resolves when the last is over and
   * written down.
   */
  async drain(): Promise<void> {
    const leaving = new Ending("shutting_down", "The service is shutting down.");
    this.#windDown.abort(leaving);
    for (const { live } of [...this.#queue.values()]) live.scope.end(leaving);
    if (this.#isEmpty) return;
    await new Promise<void>((resolve) => this.#onEmpty.add(resolve));
  }

  get #isEmpty(): boolean {
    return this.#calls.size + this.#queue.size + this.#concluding.size === 0;
  }

  #notifyIfEmpty(): void {
    if (!this.#isEmpty) return;
    for (const resolve of this.#onEmpty) resolve();
    this.#onEmpty.clear();
  }
}
