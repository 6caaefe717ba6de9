import { Ending } from "../../kernel/ending.js";

/** Requests that wait for the end of a call, in all and of one sender. */
const MAX = 100;
const MAX_OF_A_SENDER = 20;

/** Which request waits. */
export interface WaitingRequest {
  /** Whose it is: see {@link senderOf}. */
  readonly sender: string;
  /** Chosen by the client. */
  readonly id: unknown;
}

/** Requests that wait for the end of a call. */
export interface Waits {
  /**
   * Runs a task that may wait, or may not wait because too many do already.
   *
   * @param signal ends the wait; the task's own signal aborts when the request is cancelled and when the service stops, too
   */
  run<T>(
    request: WaitingRequest,
    signal: AbortSignal,
    task: (signal: AbortSignal, mayWait: boolean) => Promise<T>,
  ): Promise<T>;
  /**
   * Ends the wait of a request that its client has cancelled. There are no sessions: when clients with one key wait under the
   * same id, whose is meant is unknown, and none ends.
   */
  cancel(request: WaitingRequest): void;
}

/** @param stopping aborts when the service stops */
export function createWaits(stopping: AbortSignal): Waits {
  const waiting = new Set<WaitingRequest & { readonly cancelled: AbortController }>();
  const of = (sender: string) => [...waiting].filter((each) => each.sender === sender);
  return {
    async run({ sender, id }, signal, task) {
      if (waiting.size >= MAX || of(sender).length >= MAX_OF_A_SENDER) return task(signal, false);
      const wait = { sender, id, cancelled: new AbortController() };
      waiting.add(wait);
      try {
        return await task(AbortSignal.any([signal, stopping, wait.cancelled.signal]), true);
      } finally {
        waiting.delete(wait);
      }
    },
    cancel({ sender, id }) {
      const [wait, another] = of(sender).filter((each) => each.id === id);
      if (!another) wait?.cancelled.abort(new Ending("cancelled"));
    },
  };
}
