import { pause } from "../kernel/deadline.js";
import { AttendantError } from "../kernel/errors.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/**
 * Does something with the store, again and again while that is away.
 *
 * @throws what it threw otherwise · the signal's reason, when the store is away and the signal has aborted
 */
export async function persist<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof AttendantError) || error.code !== "store_unavailable") throw error;
      await pause(waitMs, signal);
    }
  }
}
