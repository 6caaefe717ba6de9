import { AttendantError, hasCode } from "../kernel/errors.js";
import { type Backoff, retryUntilDone } from "../kernel/retry.js";

const BACKOFF: Backoff = { firstMs: 500, maxMs: 5_000 };

/**
 * What was written is not safe yet: it waits in this process's memory and is made when the store is back, unless the process
 * ends before that. It need not be written again; nothing may be promised on it.
 */
export class WaitsInMemory extends AttendantError {
  constructor(reason: string) {
    super("store_unavailable", reason);
    this.name = "WaitsInMemory";
  }
}

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
