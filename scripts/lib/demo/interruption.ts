import { fstatSync } from "node:fs";
import { isatty } from "node:tty";

/** How often it is looked whether the terminal is still there, ms. */
const LOOK_MS = 1_000;
/** An input that ends sooner than this, ms, was never anybody's: a script has none to give. */
const NEVER_OPEN_MS = 1_000;

/**
 * Aborts when whoever started the demonstration wants it to end, or is gone: by Ctrl-C or a signal, by closing the terminal
 * (of which a session of its own is not told), by closing the pipe that is its input, or by reading its output no more.
 */
export function watchForEnd(): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  for (const output of [process.stdout, process.stderr]) output.on("error", end);

  if (isatty(0)) {
    const look = () => isatty(0) || end();
    setInterval(look, LOOK_MS).unref();
  } else if (isPipe(0)) {
    const begun = performance.now();
    process.stdin.on("end", () => performance.now() - begun > NEVER_OPEN_MS && end());
    process.stdin.on("error", end);
    process.stdin.resume();
    process.stdin.unref();
  }
  return ended.signal;
}

function isPipe(descriptor: number): boolean {
  try {
    const is = fstatSync(descriptor);
    return is.isFIFO() || is.isSocket();
  } catch {
    return false; // It was closed from the start.
  }
}
