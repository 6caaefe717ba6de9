// @ts-check
import { LINES_WINDOW_MS, MAX_LINES } from "./limits.mjs";

/**
 * A rate limit for log lines: a function that returns whether another line may be written now.
 *
 * @param {(text: string) => void} tell receives the number of dropped lines when the next window begins
 * @param {number} [most] lines within a window
 */
export function createLineRateLimit(tell, most = MAX_LINES) {
  let since = performance.now();
  let passed = 0;
  let dropped = 0;
  return () => {
    if (performance.now() - since > LINES_WINDOW_MS) {
      since = performance.now();
      passed = 0;
      if (dropped > 0) tell(`${dropped} lines were dropped: too many at once`);
      dropped = 0;
    }
    if (passed === most) dropped++;
    else passed++;
    return dropped === 0;
  };
}
