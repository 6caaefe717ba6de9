import { hasCode } from "../kernel/errors.js";
import { type Backoff, retryUntilDone } from "../kernel/retry.js";

const BACKOFF: Backoff = { firstMs: 500, maxMs: 5_000 };

/**
 * Does something with the store, again and again while that is away.
 *
 * @throws what it threw otherwise · the signal's reason, when it fails and the signal has aborted
 */
export function retryWhileStoreAway<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
  return retryUntilDone(signal, BACKOFF, operation, (error) => {
    if (!hasCode(error, "store_unavailable")) throw error;
  });
}
