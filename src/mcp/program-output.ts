import type { Readable } from "node:stream";
import { plainText } from "./plain-text.js";

const MAX_LINE_LENGTH = 500;
/** Lines per window; more are dropped. */
const MAX_LINES = 20;
const WINDOW_MS = 10_000;

/** Passes on what a program prints, line by line and rate-limited. Everything is read, so that the program never blocks. */
export function forwardOutput(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  let since = performance.now();
  let passed = 0;
  let dropped = 0;

  function put(line: string): void {
    if (line.trim() === "") return;
    if (performance.now() - since > WINDOW_MS) {
      if (dropped > 0) onLine(`${dropped} lines were dropped: too many at once`);
      since = performance.now();
      passed = 0;
      dropped = 0;
    }
    if (passed === MAX_LINES) {
      dropped++;
      return;
    }
    passed++;
    onLine(plainText(line, MAX_LINE_LENGTH));
  }

  stream.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH);
    for (const line of lines) put(line);
  });
  stream.once("close", () => {
    put(rest);
    if (dropped > 0) onLine(`${dropped} lines were dropped: too many at once`);
  });
}
