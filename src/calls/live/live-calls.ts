import { setMaxListeners } from "node:events";
import { Ending } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Admission } from "./admission.js";
import type { Call } from "../record/call.js";

/** Why a call is rejected. */
export type Refusal = "busy" | "overloaded" | "shutting_down";

/** A call that is queued or in progress. */
export interface LiveCall {
  readonly call: Call;
  /** Scope of the call: ending it hangs up. */
  readonly scope: Scope;
  /**
   * Says something to the caller after the current speech, never over it. Resolves with whether it was heard to its end.
   * `patience` withdraws it while it waits for a pause. Undefined unless the call is a conversation.
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
 * The live calls: the limit of calls in progress, the queue for a line, and how calls end when the process leaves. Inbound
 * calls are rejected when all lines are busy; calls to be placed are queued.
 *
 * A call that has released its line stays here until its end is recorded: requests for it show how it ended, and a leaving
 * process waits for that. Meanwhile the line is free for another call, however slow the store is.
 */
export class LiveCalls {
  readonly #maxActive: number;
  readonly #maxQueued: number;
  readonly #admission: Pick<Admission, "took" | "hasRoom">;
  /** Calls in progress, by call id like the next two. */
  readonly #calls = new Map<string, LiveCall>();
  /** Calls waiting for a line, in order of arrival. */
  readonly #queue = new Map<string, QueuedCall>();
  /** Calls that are over and being recorded. */
  readonly #concluding = new Map<string, LiveCall>();
  readonly #windDown = new AbortController();
  readonly #handOver = new AbortController();
  /** Waiters, each resolved once no live call matches its predicate. */
  readonly #waiting = new Set<{ readonly isDone: () => boolean; readonly resolve: () => void }>();
  readonly #watchers = new Set<(live: LiveCall) => void>();
  #placesNoMore = false;

  /**
   * @param maxActive maximum number of concurrent calls
   * @param maxQueued maximum number of calls waiting for a line
   * @param admission whether the machine can carry one more call; default: always
   */
  constructor(maxActive: number, maxQueued = 0, admission: Pick<Admission, "took" | "hasRoom"> = UNMEASURED) {
    this.#maxActive = maxActive;
    this.#maxQueued = maxQueued;
    this.#admission = admission;
    // Every call adds a listener.
    setMaxListeners(0, this.#windDown.signal, this.#handOver.signal);
  }

  /** Number of calls in progress. */
  get count(): number {
    return this.#calls.size;
  }

  /** Number of chains of which a call is in progress, or waits for a line. */
  get chains(): number {
    const live = [...this.#calls.values(), ...[...this.#queue.values()].map((queued) => queued.live)];
    return new Set(live.flatMap(({ call }) => call.record.chainId ?? [])).size;
  }

  /** Number of calls waiting for a line. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Aborts, with an {@link Ending} as its reason, when the process is about to leave: calls say goodbye and end. */
  get windDown(): AbortSignal {
    return this.#windDown.signal;
  }

  /** Aborts when the process is about to leave and the next one is to resume its conversations. */
  get handOver(): AbortSignal {
    return this.#handOver.signal;
  }

  /** Why another call cannot be accepted at once; undefined when it can. */
  get refusal(): Refusal | undefined {
    if (this.windDown.aborted || this.handOver.aborted) return "shutting_down";
    if (this.count >= this.#maxActive) return "busy";
    return this.#admission.hasRoom(this.count) ? undefined : "overloaded";
  }

  /** Why no browser can have a call now. Browsers get at most half of the lines; the rest is for telephones. */
  get browserRefusal(): Refusal | undefined {
    if (this.refusal) return this.refusal;
    const talks = [...this].filter(({ call }) => call.record.direction === "inbound" && call.record.channelId === null);
    return talks.length >= Math.ceil(this.#maxActive / 2) ? "busy" : undefined;
  }

  /** Returns the call with that id: in progress, queued, or over and not yet recorded. */
  find(callId: string): LiveCall | undefined {
    return this.#calls.get(callId) ?? this.#queue.get(callId)?.live ?? this.#concluding.get(callId);
  }

  /** Returns the number of calls served before it, itself included; null when it is not waiting. */
  positionOf(callId: string): number | null {
    return this.#queue.has(callId) ? [...this.#queue.keys()].indexOf(callId) + 1 : null;
  }

  /** Iterates over the calls in progress. */
  [Symbol.iterator](): IterableIterator<LiveCall> {
    return this.#calls.values();
  }

  /** Iterates over the calls in progress, those waiting for a line, and those that are over and not yet recorded. */
  *all(): Generator<LiveCall> {
    yield* this.#calls.values();
    for (const { live } of this.#queue.values()) yield live;
    yield* this.#concluding.values();
  }

  /** Calls `listener` for each new call, in progress or queued, and again when a queued call gets its line. */
  watch(listener: (live: LiveCall) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  #tell(live: LiveCall): void {
    for (const listener of this.#watchers) listener(live);
  }

  /** Counts a call as in progress. The caller of this method has checked `refusal` for a free line. */
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
   * Gives a call to be placed a line, or a place in the queue. `begin` is called when the call gets its line: possibly before
   * this returns, and never when its scope ends first. The call stays live until `remove`.
   *
   * @returns the number of calls served before it, itself included; null when it has begun
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

  /** Releases the line of a call: the call that has waited longest gets it. */
  freeLine(live: LiveCall): void {
    const { callId } = live.call.record;
    if (!this.#calls.delete(callId)) return;
    this.#concluding.set(callId, live);
    this.fillLines();
  }

  /** Starts queued calls as far as there is room. */
  fillLines(): void {
    for (const [callId, { live, begin }] of this.#queue) {
      if (!this.#hasLine()) return;
      this.#queue.delete(callId);
      this.add(live);
      begin();
    }
  }

  /** Removes a call whose end is recorded. */
  remove(live: LiveCall): void {
    this.freeLine(live);
    this.#concluding.delete(live.call.record.callId);
    for (const waiting of this.#waiting) if (waiting.isDone()) waiting.resolve();
  }

  /**
   * Accepts no more calls, drops the queue, and makes live calls say goodbye. Resolves when the end of the last one is
   * recorded.
   */
  async drain(): Promise<void> {
    this.#windDown.abort(LEAVING);
    this.#dropQueue();
    await this.#none(() => true);
  }

  /**
   * Places no more calls and drops the queue. Resolves when the end of every placed call that still needs a controller is
   * recorded.
   */
  async finishPlaced(): Promise<void> {
    this.#dropQueue();
    await this.#none(({ call }) => call.record.direction === "outbound" && call.record.stage === undefined);
  }

  /** Accepts no more calls, and stops conversations for the next process. Resolves when the last one is handed over. */
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

  /** Resolves when no live call matches the test. */
  async #none(test: (live: LiveCall) => boolean): Promise<void> {
    const isDone = () => ![...this.all()].some(test);
    if (isDone()) return;
    await new Promise<void>((resolve) => this.#waiting.add({ isDone, resolve }));
  }
}

/** A live call in which something can be said to the caller. */
export type LiveConversation = LiveCall & { readonly interject: NonNullable<LiveCall["interject"]> };

export function isConversation(live: LiveCall): live is LiveConversation {
  return live.interject !== undefined;
}

/** Returns the conversations in progress. */
export function conversationsOf(liveCalls: LiveCalls): readonly LiveConversation[] {
  return [...liveCalls].filter(isConversation);
}
