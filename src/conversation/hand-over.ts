import { onAbort } from "../kernel/abort.js";
import type { Scope } from "../kernel/scope.js";
import { isClause } from "../speech/clauses.js";
import type { Floor, FloorEvent } from "../turn-taking/floor.js";
import type { Phrasebook } from "./phrasebook.js";

/** Another process is to resume the conversation: soon, or now if no sentence ended in time. */
export interface HandOverEvent {
  readonly kind: "hand_over";
  readonly isNow: boolean;
}

/** Maximum wait for the end of a sentence, in ms. */
const PAUSE_WITHIN_MS = 5_000;

/**
 * Returns a function that decides at which event a conversation stops so that another process can resume it: between
 * two sentences, or in silence; after five seconds, at any point. It returns false until `signal` aborts.
 *
 * @param isAnswered whether nothing that the caller said is still to be answered
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
    if (isHeard(event)) return event.turn === floor.turn && !event.turn.ignoresCaller && !isClause(event.text);
    return ["turn_over", "discarded", "idle", "wordless"].includes(event.kind) && isQuiet();
  };
}

/** Cuts the current turn short. A caller who waits for a colleague is owed the words that they are back with us. */
export function stopForHandOver({ turn, yield: cut }: Pick<Floor, "turn" | "yield">, phrasebook: Phrasebook): void {
  if (turn?.ignoresCaller) turn.spoken.begin(phrasebook.pick("transfer_back"));
  cut("another process resumes the conversation");
}

function isHandOver(event: { readonly kind: string }): event is HandOverEvent {
  return event.kind === "hand_over";
}

function isHeard(event: { readonly kind: string }): event is Extract<FloorEvent, { kind: "heard" }> {
  return event.kind === "heard";
}
