// @ts-check
/** What a plugin prints goes to the service's log, line by line, and never more than anybody could read. */
import { LINES_WINDOW_MS, MAX_LINE, MAX_LINES } from "../bounds.mjs";

/**
 * Lets so many lines through within a time, and says how many it kept.
 *
 * @param {(text: string) => void} tell is told of lines that were kept back, as soon as there is room again
 */
export function createLineGate(tell) {
  let since = performance.now();
  let passed = 0;
  let kept = 0;
  return () => {
    if (performance.now() - since > LINES_WINDOW_MS) {
      since = performance.now();
      passed = 0;
      if (kept > 0) tell(`${kept} lines were left out: there were too many`);
      kept = 0;
    }
    if (passed === MAX_LINES) kept++;
    else passed++;
    return kept === 0;
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
