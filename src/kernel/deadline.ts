import { onAbort } from "./abort.js";
import { Ending } from "./ending.js";

/**
 * Waits for `promise`, but no longer than `signal` lives. Rejects with the signal's reason the moment it aborts; the
 * promise itself goes on unobserved, so pass the signal on to whatever can be stopped.
 */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = onAbort(signal, reject);
    promise.then(resolve, reject).finally(stop);
  });
}

/** The longest a timer of Node's can wait, ms (24.8 days). Beyond it setTimeout would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function timerMs(ms: number): number {
  if (Number.isNaN(ms)) throw new RangeError("a wait of NaN ms");
  return Math.min(Math.max(ms, 0), MAX_TIMER_MS);
}

/**
 * Runs `task` with a signal that aborts with `signal` or after `ms` milliseconds, and waits no longer than that.
 *
 * The task does not start when `signal` has aborted already. One that pays no heed to its signal is left behind, its
 * outcome unobserved.
 *
 * @param ms at most 24.8 days; Infinity counts as that
 * @param what names the wait in the error: "ari answered within 5000 ms"
 * @throws {Ending} of kind `deadline` when time ran out, the signal's own reason when it aborted first
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
  const timer = setTimeout(late, timerMs(ms));
  const stop = signal && onAbort(signal, (reason) => controller.abort(reason));
  try {
    return await unlessAborted(controller.signal, task(controller.signal));
  } finally {
    clearTimeout(timer);
    stop?.();
  }
}

/** Lets `ms` milliseconds pass between two attempts. Never a substitute for waiting for an event. */
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
