import { pause } from "./deadline.js";

export interface Backoff {
  /** First pause, ms. */
  readonly firstMs: number;
  /** Longest pause, ms. Each pause is twice the last one up to this. */
  readonly maxMs: number;
}

/** Half of a pause to the whole of it, ms: so that many clients do not come back in one wave. */
function jittered(stepMs: number): number {
  return Math.round(stepMs * (0.5 + Math.random() / 2));
}

/**
 * Runs `attempt` again and again until the signal aborts: the form of everything that must stay connected.
 *
 * An attempt that returns or throws is followed by a pause. One that calls `settled` (it got through) starts the pauses
 * anew.
 *
 * @param onFailure is told of what an attempt threw and when the next one starts; what it throws itself is lost
 * @throws the signal's reason; nothing else ever ends it
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
      // A report that fails is no reason to stop what must stay connected.
    }
    await pause(waitMs, signal);
    step = Math.min(step * 2, backoff.maxMs);
  }
}

/**
 * Runs `attempt` until it succeeds: the form of what has to be done once, however long it takes. The first attempt is made
 * even when the signal has aborted already.
 *
 * @param onFailure is told of what an attempt threw and when the next one starts; by throwing it says that there is none
 * @returns what the attempt came to
 * @throws what `onFailure` throws · the signal's reason, when it has aborted by the time an attempt fails, or after that
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
