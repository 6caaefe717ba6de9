// @ts-check
/** Takes what a plugin prints, line by line. */
import { MAX_LINE } from "../protocol/limits.mjs";

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
