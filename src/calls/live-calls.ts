import { setMaxListeners } from "node:events";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Admission } from "./admission.js";
import type { Call } from "./call.js";

/** Why a call is turned away. */
export type Refusal = "busy" | "overloaded" | "shutting_down";

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
  readonly interject?: ((text: string, patience?: AbortSignal) => Promise<boolean> | undefined) | undefined;
}

const LEAVING = new Ending("shutting_down", "The service is shutting down.");

const UNMEASURED: Pick<Admission, "took" | "hasRoom"> = { took: () => {}, hasRoom: () => true };

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
  readonly #admission: Pick<Admission, "took" | "hasRoom">;
  /** By call id, like the other two. */
  readonly #calls = new Map<string, LiveCall>();
  /** In the order in which they came. */
  readonly #queue = new Map<string, QueuedCall>();
  /** Over, and being written down. */
  readonly #concluding = new Map<string, LiveCall>();
  readonly #windDown = new AbortController();
  readonly #handOver = new AbortController();
  /** Whoever waits for there to be no call any more of which a test holds. */
  readonly #waiting = new Set<{ readonly isDone: () => boolean; readonly resolve: () => void }>();
  readonly #watchers = new Set<(live: LiveCall) => void>();
  #placesNoMore = false;

  /**
   * @param maxActive calls at the same time
   * @param maxQueued calls that may wait for their turn
   * @param admission whether the machine carries one more; unless given it does
   */
  constructor(maxActive: number, maxQueued = 0, admission: Pick<Admission, "took" | "hasRoom"> = UNMEASURED) {
    this.#maxActive = maxActive;
    this.#maxQueued = maxQueued;
    this.#admission = admission;
    // Every call listens for it.
    setMaxListeners(0, this.#windDown.signal, this.#handOver.signal);
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

  /** Aborts when the process is about to leave and the next one is to go on with its conversations. */
  get handOver(): AbortSignal {
    return this.#handOver.signal;
  }

  /** Why another call cannot be taken at once; undefined when it can. */
  get refusal(): Refusal | undefined {
    if (this.windDown.aborted || this.handOver.aborted) return "shutting_down";
    if (this.count >= this.#maxActive) return "busy";
    return this.#admission.hasRoom(this.count) ? undefined : "overloaded";
  }

  /** Why no page in a browser can have a call now. Pages may take half of the lines: telephones find one then. */
  get browserRefusal(): Refusal | undefined {
    if (this.refusal) return this.refusal;
    const talks = [...this].filter(({ call }) => call.record.direction === "inbound" && call.record.channelId === null);
    return talks.length >= Math.ceil(this.#maxActive / 2) ? "busy" : undefined;
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

  /** Those in progress, those that wait, and those that are over and not yet written down. */
  *all(): Generator<LiveCall> {
    yield* this.#calls.values();
    for (const { live } of this.#queue.values()) yield live;
    yield* this.#concluding.values();
  }

  /** Has `listener` told of each call that comes, in progress or queued; of one that waits again when it has its line. */
  watch(listener: (live: LiveCall) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  #tell(live: LiveCall): void {
    for (const listener of this.#watchers) listener(live);
  }

  /** Counts a call as in progress. Whether there is a line for it was asked before: `refusal`. */
  add(live: LiveCall): void {
    this.#admission.took();
    this.#calls.set(live.call.record.callId, live);
    this.#tell(live);
  }

  /** @throws {AttendantError} `queue_full`, or `unavailable` when the process is leaving */
  checkCapacity(): void {
    if (this.#placesNoMore) throw new AttendantError("unavailable", "The service is shutting down.");
    if (this.#hasLine() || this.queued < this.#maxQueued) return;
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
    if (this.queued === 0 && this.#hasLine()) {
      this.add(live);
      begin();
      return null;
    }
    const { callId } = live.call.record;
    this.#queue.set(callId, { live, begin });
    this.#tell(live);
    live.scope.onEnd(() => {
      if (this.#queue.delete(callId)) this.#concluding.set(callId, live);
    });
    return this.positionOf(callId);
  }

  /** Nobody is on the line of this call any more: it goes to the call that has waited longest. */
  freeLine(live: LiveCall): void {
    const { callId } = live.call.record;
    if (!this.#calls.delete(callId)) return;
    this.#concluding.set(callId, live);
    this.fillLines();
  }

  /** Has calls that wait begin, as far as there is room. */
  fillLines(): void {
    for (const [callId, { live, begin }] of this.#queue) {
      if (!this.#hasLine()) return;
      this.#queue.delete(callId);
      this.add(live);
      begin();
    }
  }

  /** Lets go of a call that is written down. */
  remove(live: LiveCall): void {
    this.freeLine(live);
    this.#concluding.delete(live.call.record.callId);
    for (const waiting of this.#waiting) if (waiting.isDone()) waiting.resolve();
  }

  /**
   * Takes no more calls, lets those that wait go, has those there are say goodbye; resolves when the last is over and
   * written down.
   */
  async drain(): Promise<void> {
    this.#windDown.abort(LEAVING);
    this.#dropQueue();
    await this.#none(() => true);
  }

  /** Has no more calls placed, lets those that wait go; resolves when the last that was placed is over and written down. */
  async finishPlaced(): Promise<void> {
    this.#dropQueue();
    await this.#none(({ call }) => call.record.direction === "outbound");
  }

  /** Takes no more calls, and has conversations stop for the next process; resolves when the last is let go of. */
  async handOverAll(): Promise<void> {
    this.#handOver.abort(LEAVING);
    await this.#none(() => true);
  }

  #hasLine(): boolean {
    return this.count < this.#maxActive && this.#admission.hasRoom(this.count);
  }

  #dropQueue(): void {
    this.#placesNoMore = true;
    for (const { live } of [...this.#queue.values()]) live.scope.end(LEAVING);
  }

  /** Resolves when there is no call of which the test holds. */
  async #none(test: (live: LiveCall) => boolean): Promise<void> {
    const isDone = () => ![...this.all()].some(test);
    if (isDone()) return;
    await new Promise<void>((resolve) => this.#waiting.add({ isDone, resolve }));
  }
}
