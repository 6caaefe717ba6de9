import { setMaxListeners } from "node:events";

/** A signal that aborts when the process is told to end, so that what it has started is ended first. */
export function endedBySignal(progress: (text: string) => void): AbortSignal {
  const interrupted = new AbortController();
  setMaxListeners(0, interrupted.signal); // Each call waits on it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      progress("ending everything");
      interrupted.abort(new Error(`ended by ${signal}`));
    });
  }
  return interrupted.signal;
}
