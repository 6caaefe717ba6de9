import { setMaxListeners } from "node:events";

/** A signal that aborts when the process is told to end, so that it first ends what it has started. */
export function endedBySignal(progress: (text: string) => void): AbortSignal {
  const interrupted = new AbortController();
  setMaxListeners(0, interrupted.signal); // Each call listens to it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      progress("ending everything");
      interrupted.abort(new Error(`ended by ${signal}`));
    });
  }
  return interrupted.signal;
}
