// @ts-check
/** Sends what a plugin prints to the service's log, line by line and rate-limited. */
import { LINES_WINDOW_MS, MAX_LINE, MAX_LINES } from "../protocol/limits.mjs";

/**
 * A rate limit for log lines: a function that returns whether another line may be written now.
 *
 * @param {(text: string) => void} tell receives the number of dropped lines when the next window begins
 */
export function createLineRateLimit(tell) {
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
    if (passed === MAX_LINES) dropped++;
    else passed++;
    return dropped === 0;
  };
}

/** @param {(line: string) => void} put */
export function captureOutput(put) {
  for (const stream of [process.stdout, process.stderr]) {
    let rest = "";
    const write = (/** @type {unknown} */ chunk, /** @type {unknown} */ encoding, /** @type {unknown} */ done) => {
      rest += typeof chunk === "string" ? chunk : Buffer.from(/** @type {Uint8Array} */ (chunk)).toString();
      const lines = rest.split("\n");
      rest = (lines.pop() ?? "").slice(0, MAX_LINE);
      for (const line of lines) if (line.trim()) put(line.slice(0, MAX_LINE));
      const callback = typeof encoding === "function" ? encoding : done;
      if (typeof callback === "function") process.nextTick(callback);
      return true;
    };
    stream.write = /** @type {typeof stream.write} */ (write);
    process.once("exit", () => rest.trim() && put(rest));
  }
}
