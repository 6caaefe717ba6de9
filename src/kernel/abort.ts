/**
 * Calls `listener` with the signal's reason when it aborts; at once if it has already aborted.
 *
 * @returns a function that removes the listener; every wait that ends otherwise must call it, or a long-lived signal accumulates
 * listeners
 */
export function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  if (signal.aborted) {
    listener(signal.reason);
    return () => {};
  }
  const abort = () => listener(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return () => signal.removeEventListener("abort", abort);
}
