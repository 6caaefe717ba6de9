import { onAbort } from "./abort.js";
import { Ending } from "./ending.js";

/**
 * Waits for `promise` until `signal` aborts, and then rejects with the signal's reason. The promise itself continues unobserved,
 * so pass the signal on to whatever can be stopped.
 */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = onAbort(signal, reject);
    promise.then(resolve, reject).finally(stop);
  });
}

/** The longest wait of a Node timer, in ms (24.8 days). With a longer one, setTimeout would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Returns `ms` as Node's timers take it. @throws {RangeError} for NaN, with which a timer would fire at once */
export function timerMs(ms: number): number {
  if (Number.isNaN(ms)) throw new RangeError("a wait of NaN ms");
  return Math.min(Math.max(ms, 0), MAX_TIMER_MS);
}

/**
 * After a stall, timers fire before the process has read what arrived meanwhile: a deadline that fires this late allows that
 * another moment, in ms.
 */
const STALLED_MS = 100;

/**
 * Runs `task` with a signal that aborts with `signal` or after `ms` milliseconds, and waits no longer than that.
 *
 * The task does not start if `signal` has already aborted. A task that ignores its signal is abandoned and its outcome
 * unobserved.
 *
 * @param ms at most 24.8 days; Infinity counts as that
 * @param what names the wait in the error: "ari answered within 5000 ms"
 * @throws {Ending} of kind `deadline` when the time ran out, the signal's own reason when it aborted first
 */
export async function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  what: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const late = () => controller.abort(new Ending("deadline", `${what} took more than ${ms} ms`));
  const due = performance.now() + timerMs(ms);
  let timer = setTimeout(() => {
    if (performance.now() - due < STALLED_MS) late();
    else timer = setTimeout(late, STALLED_MS);
  }, timerMs(ms));
  const stop = signal && onAbort(signal, (reason) => controller.abort(reason));
  try {
    return await unlessAborted(controller.signal, task(controller.signal));
  } finally {
    clearTimeout(timer);
    stop?.();
  }
}

/** Consecutive waits, each with its own time-out. */
export interface ReadTimeout {
  /**
   * Waits for the promise of `task`, one at a time. Does not start if the signal has already aborted; an abandoned promise
   * continues unobserved.
   *
   * @throws {Ending} of kind `deadline` when the time ran out, the signal's own reason when it aborted first
   */
  wait<T>(task: () => Promise<T>): Promise<T>;
  /** Ends the waits and releases the timer and listener. */
  end(): void;
}

/**
 * A time-out per read for a stream's reader: one listener and one timer serve all of its waits, because a stream has hundreds of
 * pieces that arrive within a moment. The timer is not reset for each of them; when it fires, it checks how long the current wait
 * has taken.
 *
 * @param ms maximum duration of each wait
 * @param what names it in the error
 */
export function createReadTimeout(ms: number, signal: AbortSignal, what: string): ReadTimeout {
  let giveUp: ((reason: unknown) => void) | undefined;
  let due = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = onAbort(signal, (reason) => giveUp?.(reason));

  function look(): void {
    timer = undefined;
    if (!giveUp) return; // The next wait sets it.
    const overdue = performance.now() - due;
    if (overdue < 0) set(-overdue);
    else if (overdue < STALLED_MS) giveUp(new Ending("deadline", `${what} took more than ${ms} ms`));
    else {
      due = performance.now() + STALLED_MS;
      set(STALLED_MS);
    }
  }

  function set(inMs: number): void {
    timer = setTimeout(look, Math.ceil(timerMs(inMs)));
  }

  return {
    async wait<T>(task: () => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      due = performance.now() + timerMs(ms);
      if (!timer) set(ms);
      const promise = task();
      return await new Promise<T>((resolve, reject) => {
        giveUp = reject;
        const over = () => {
          if (giveUp === reject) giveUp = undefined;
        };
        promise.then(over, over);
        promise.then(resolve, reject);
      });
    },
    end() {
      stop();
      clearTimeout(timer);
    },
  };
}

/** Pauses for `ms` milliseconds between two attempts. Never a substitute for waiting for an event. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, timerMs(ms));
    const stop = onAbort(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
