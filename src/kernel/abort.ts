/**
 * Calls `listener` with the signal's reason once it aborts: at once when it has aborted already.
 *
 * @returns a way to stop listening; every wait that ends by itself must use it, or a long-lived signal gathers listeners
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
