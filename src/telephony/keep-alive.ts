import type { Scope } from "../kernel/scope.js";

export interface KeepAliveNeeds {
  /** How often the other side is asked for an answer, and how long it may give none, ms. */
  readonly everyMs: number;
  /** Sends what it has to answer. */
  readonly ask: () => void;
  /** Called when it has not answered. */
  readonly onSilence: () => void;
  readonly scope: Scope;
}

/**
 * Notices a connection that is open and dead: a machine that was unplugged, a process that was stopped.
 *
 * @returns to be called whenever something is heard from the other side
 */
export function keepAlive({ everyMs, ask, onSilence, scope }: KeepAliveNeeds): () => void {
  let isHeard = true;
  const check = () => {
    if (scope.signal.aborted) return;
    if (!isHeard) return onSilence();
    isHeard = false;
    ask();
  };
  // After the sockets were read: if it was this process that stood still, the answer lies there.
  const timer = setInterval(() => setImmediate(check), everyMs);
  scope.onEnd(() => clearInterval(timer));
  return () => {
    isHeard = true;
  };
}
