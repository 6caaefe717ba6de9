import { pause } from "./deadline.js";

export interface Backoff {
  /** First pause, ms. */
  readonly firstMs: number;
  /** Longest pause, ms. Each pause is twice the last one up to this. */
  readonly maxMs: number;
}

/**
 * Runs `attempt` again and again until the signal aborts: the form of everything that must stay connected.
 *
 * An attempt that returns or throws is followed by a pause, jittered between half and the whole of the backoff's
 * step so that many clients do not come back in one wave. An attempt that calls `settled` (it got through) starts the
 * steps anew.
 *
 * @param onFailure is told of what an attempt threw and when the next one starts; what it throws itself is lost
 * @throws the signal's reason; nothing else ever ends it
 */
export async function forever(
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
    const waitMs = Math.round(step * (0.5 + Math.random() / 2));
    try {
      if (failure) onFailure(failure.error, waitMs);
    } catch {
      // A report that fails is no reason to stop what must stay connected.
    }
    await pause(waitMs, signal);
    step = Math.min(step * 2, backoff.maxMs);
  }
}
