import type { Span } from "../observability/trace.js";
import type { TurnFigures } from "../records/call-record.js";
import type { Turn } from "../turn-taking/turn.js";

/**
 * Begins the turn's span in the call's trace, if there is one; once per turn. The span ends with the turn.
 *
 * @param kind whether the turn answers the caller, or says phrases of its own
 * @param at when it began, on the clock of `performance.now()`; default: now
 */
export function traceTurn(turn: Turn, span: Span | undefined, kind: "reply" | "phrase", at?: number): void {
  if (!span || turn.span) return;
  const begun = span.child(`turn ${kind}`, { at, attributes: { "attendant.turn.kind": kind } });
  turn.span = begun;
  // The speaker still sets attributes of the span while the turn unwinds, so the span is closed after that.
  turn.scope.onEnd(() => {
    const endedAt = performance.now();
    void turn.scope.closed.then(() => begun.end(endedAt));
  });
}

/** Adds what is known at the end of a reply to its span, and child spans for its endpoint and playback. */
export function traceReply(
  { span, notes }: Pick<Turn, "span" | "notes">,
  callerSilentAt: number,
  figures: TurnFigures,
  said: { readonly caller: string; readonly reply: string },
): void {
  if (!span) return;
  const endpointAt = notes.when("endpoint");
  if (endpointAt !== undefined) span.child("endpoint", { at: callerSilentAt }).end(endpointAt);
  const soundAt = notes.when("firstSound");
  if (soundAt !== undefined) {
    span.child("playback", { at: soundAt, attributes: { "attendant.playback.queue_ms": figures.queueMs } }).end();
  }
  span.set({
    "attendant.turn.first_sound_ms": figures.firstSoundMs,
    "attendant.turn.ahead": figures.ahead,
    "attendant.turn.withdrawn": figures.withdrawn,
    "attendant.turn.paused_ms": figures.pausedMs,
    "attendant.turn.interrupted": figures.interrupted,
  });
  span.said({ "attendant.caller.text": said.caller, "attendant.reply.text": said.reply });
}
