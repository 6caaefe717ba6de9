import { fstatSync } from "node:fs";
import { isatty } from "node:tty";

/** Interval between checks of the terminal, in ms. */
const LOOK_MS = 1_000;
/** An input that ends sooner than this, in ms, was never open: a script has none. */
const NEVER_OPEN_MS = 1_000;

/**
 * Aborts when the user wants the demonstration to end, or is gone: by Ctrl-C or a signal, by closing the terminal (which is not
 * signalled to a separate session), by closing the pipe that is its input, or by closing its output.
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
