import { onAbort } from "../kernel/abort.js";
import type { Scope } from "../kernel/scope.js";
import { isClause } from "../speech/clauses.js";
import type { Floor, FloorEvent } from "../turn-taking/floor.js";

/** Another process is to go on with the conversation: soon, or, where nobody paused in time, now. */
export interface HandOverEvent {
  readonly kind: "hand_over";
  readonly isNow: boolean;
}

/** So long it is waited for the end of a sentence, ms. */
const PAUSE_WITHIN_MS = 5_000;

/**
 * Tells at which event a conversation is to stop for another process to go on with it: between two sentences, or where nobody
 * says anything; after five seconds wherever it is. Never while `signal` has not aborted.
 *
 * @param isAnswered whether the caller has said nothing that is still to be answered
 */
export function watchForHandOver<E extends { readonly kind: string }>(
  signal: AbortSignal | undefined,
  floor: Pick<Floor<E | HandOverEvent>, "turn" | "isCallerQuiet" | "put">,
  isAnswered: () => boolean,
  scope: Scope,
): (event: FloorEvent | E | HandOverEvent) => boolean {
  if (!signal) return () => false;
  const stopSoon = () => {
    floor.put({ kind: "hand_over", isNow: false });
    const late = setTimeout(() => floor.put({ kind: "hand_over", isNow: true }), PAUSE_WITHIN_MS);
    scope.onEnd(() => clearTimeout(late));
  };
  scope.onEnd(onAbort(signal, stopSoon));
  const isQuiet = () => !floor.turn && floor.isCallerQuiet && isAnswered();

  return (event) => {
    if (!signal.aborted) return false;
    if (isHandOver(event)) return event.isNow || isQuiet();
    if (isHeard(event)) return event.turn === floor.turn && !event.turn.isHeld && !isClause(event.text);
    return ["turn_over", "discarded", "idle", "wordless"].includes(event.kind) && isQuiet();
  };
}

function isHandOver(event: { readonly kind: string }): event is HandOverEvent {
  return event.kind === "hand_over";
}

function isHeard(event: { readonly kind: string }): event is Extract<FloorEvent, { kind: "heard" }> {
  return event.kind === "heard";
}
