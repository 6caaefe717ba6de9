import type { Scope } from "./scope.js";

export interface KeepAliveNeeds {
  /** Interval of the questions, and the maximum time without an answer, in ms. */
  readonly everyMs: number;
  /** Sends a message that the other side has to answer. */
  readonly ask: () => void;
  /** Called when the other side has not answered. */
  readonly onSilence: () => void;
  readonly scope: Scope;
}

/**
 * Detects a connection that is open but dead: a machine that was unplugged, a process that was stopped.
 *
 * @returns a function to call whenever something arrives from the other side
 */
export function keepAlive({ everyMs, ask, onSilence, scope }: KeepAliveNeeds): () => void {
  let isHeard = true;
  const check = () => {
    if (scope.signal.aborted) return;
    if (!isHeard) return onSilence();
    isHeard = false;
    ask();
  };
  // Checks after the sockets were read: if this process was frozen, the answer is waiting there.
  const timer = setInterval(() => setImmediate(check), everyMs);
  scope.onEnd(() => clearInterval(timer));
  return () => {
    isHeard = true;
  };
}
