import type { Readable } from "node:stream";
import { plainText } from "./plain-text.js";

const MAX_LINE_LENGTH = 500;
/** So many lines within the window are told; nobody reads more. */
const MAX_LINES = 20;
const WINDOW_MS = 10_000;

/** Tells what a program prints, line by line, never more than can be read; all of it is taken, so that it is not held up. */
export function tellOutput(stream: Readable, tell: (line: string) => void): void {
  let rest = "";
  let since = performance.now();
  let told = 0;
  let kept = 0;

  function put(line: string): void {
    if (line.trim() === "") return;
    if (performance.now() - since > WINDOW_MS) {
      if (kept > 0) tell(`${kept} lines were left out: there were too many`);
      since = performance.now();
      told = 0;
      kept = 0;
    }
    if (told === MAX_LINES) {
      kept++;
      return;
    }
    told++;
    tell(plainText(line, MAX_LINE_LENGTH));
  }

  stream.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH);
    for (const line of lines) put(line);
  });
  stream.once("close", () => {
    put(rest);
    if (kept > 0) tell(`${kept} lines were left out: there were too many`);
  });
}
