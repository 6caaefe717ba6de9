import { pause } from "./deadline.js";

export interface Backoff {
  /** First pause, in ms. */
  readonly firstMs: number;
  /** Longest pause, in ms. Each pause is twice the previous one up to this. */
  readonly maxMs: number;
}

/** A random pause of 50–100 % of the given one, in ms, so that clients do not all return at once. */
function jittered(stepMs: number): number {
  return Math.round(stepMs * (0.5 + Math.random() / 2));
}

/**
 * Repeats `attempt` until the signal aborts, for connections that must be maintained.
 *
 * An attempt that returns or throws is followed by a pause. An attempt that calls `settled` (it succeeded) resets the pauses.
 *
 * @param onFailure receives an attempt's error and the time of the next attempt; its own errors are ignored
 * @throws only the signal's reason
 */
export async function retryForever(
  signal: AbortSignal,
  backoff: Backoff,
  attempt: (settled: () => void) => Promise<void>,
  onFailure: (error: unknown, nextMs: number) => void,
): Promise<never> {
  let step = backoff.firstMs;
  for (;;) {
    signal.throwIfAborted();
    let failure: { readonly error: unknown } | undefined;
    try {
      await attempt(() => {
        step = backoff.firstMs;
      });
    } catch (error) {
      failure = { error };
    }
    signal.throwIfAborted();
    const waitMs = jittered(step);
    try {
      if (failure) onFailure(failure.error, waitMs);
    } catch {
      // A failing report must not end the retries.
    }
    await pause(waitMs, signal);
    step = Math.min(step * 2, backoff.maxMs);
  }
}

/**
 * Repeats `attempt` until it succeeds, for work that must be done once, however long it takes. The first attempt is made even if
 * the signal has already aborted.
 *
 * @param onFailure receives an attempt's error and the time of the next attempt; it may throw to prevent that
 * @returns the result of the successful attempt
 * @throws what `onFailure` throws · the signal's reason, if it has aborted when an attempt fails, or afterwards
 */
export async function retryUntilDone<T>(
  signal: AbortSignal,
  backoff: Backoff,
  attempt: () => Promise<T>,
  onFailure: (error: unknown, nextMs: number) => void,
): Promise<T> {
  for (let step = backoff.firstMs; ; step = Math.min(step * 2, backoff.maxMs)) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = jittered(step);
      onFailure(error, waitMs);
      await pause(waitMs, signal);
    }
  }
}
