import { AttendantError, hasCode } from "../kernel/errors.js";
import { type Backoff, retryUntilDone } from "../kernel/retry.js";

const BACKOFF: Backoff = { firstMs: 500, maxMs: 5_000 };

/**
 * A write is not safe yet: it is pending in this process's memory and is made when the store is back, unless the process ends
 * first. It need not be repeated, but must not be acknowledged.
 */
export class WaitsInMemory extends AttendantError {
  constructor(reason: string) {
    super("store_unavailable", reason);
    this.name = "WaitsInMemory";
  }
}

/**
 * Retries a store operation while the store is unavailable.
 *
 * @throws the operation's other errors · the signal's reason, when it fails and the signal has aborted
 */
export function retryWhileStoreAway<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
  return retryUntilDone(signal, BACKOFF, operation, (error) => {
    if (!hasCode(error, "store_unavailable")) throw error;
  });
}
