import { msOf } from "../audio/pcm.js";
import type { Scope } from "../kernel/scope.js";
import type { Conversation } from "./conversation.js";
import { pickCached } from "./phrasebook.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";

/**
 * How long a caller who waits hears nothing at most, ms. What the network, the telephone and its operator's ears add to
 * it stays well below three seconds.
 */
const MAX_SILENCE_MS = 2_200;
/** Where the caller's own silence has used that up already, a reply that is nearly there is still let come first, ms. */
const MIN_PATIENCE_MS = 300;

/**
 * How long a caller waits for a reply to begin, or to go on, before it is given up, ms: no part is given less than it is set
 * to, and what several of them take together is too much for any caller.
 */
export function turnDeadlineOf(parts: readonly { readonly timeoutMs: number }[]): number {
  return Math.max(...parts.map(({ timeoutMs }) => timeoutMs));
}

export interface FillSilenceNeeds {
  /** Ends the wait. */
  readonly scope: Scope;
  /** Since when the caller has heard nothing, on the clock of `performance.now()`; now unless given. */
  readonly since?: number;
  /** Told when the caller has waited for as long as they may, fillers or not. */
  readonly onTooLate: () => void;
}

/** A caller who waits for a reply. */
export interface SilenceFiller {
  /** Told of the reply's sound as it is sent, by its length in ms: while it lasts, nobody waits. */
  sent(ms: number): void;
  /** Told that all of the reply was sent: nobody waits any more, for however long the line is paused until it is heard. */
  allSent(): void;
}

export type FillNeeds = Pick<
  Conversation,
  "line" | "phrasebook" | "cached" | "waitingTone" | "fillerAfterMs" | "turnDeadlineMs" | "log"
>;

/**
 * Sees to it that a caller who waits for us never hears nothing for three seconds: after `fillerAfterMs` without a sound
 * comes a thinking phrase, and another one whenever the silence gets long again; a soft tone where none is cached. Ends
 * with the scope, or by telling that it has taken too long.
 *
 * That counts from now on, when it is our turn to speak, and not from the caller's last word: a reply of usual quickness
 * would have a filler put before it in turn after turn, which makes it a second late and a bore.
 *
 * It reckons with how long sound lasts instead of asking for marks: a mark in the middle of a sentence would tear it.
 */
export function fillSilence(turn: Turn, call: FillNeeds, { scope, since, onTooLate }: FillSilenceNeeds): SilenceFiller {
  /** When what was sent has been played; before the turn is certain, how long it lasts. */
  let soundUntil = 0;
  let silence: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;
  let forget = () => {};

  let hasBegun = false;
  let isAllSent = false;
  onceCommitted(turn, begin);
  scope.onEnd(() => {
    stop();
    if (!turn.scope.ending) forget();
  });

  return {
    sent(ms) {
      if (scope.ending) return;
      if (!hasBegun) {
        soundUntil += ms;
        return;
      }
      const playsMs = soundFor(ms);
      fillAfter(playsMs + Math.min(call.fillerAfterMs, MAX_SILENCE_MS));
      giveUpAfter(playsMs + call.turnDeadlineMs);
    },
    allSent() {
      isAllSent = true;
      stop();
    },
  };

  function stop(): void {
    clearTimeout(silence);
    clearTimeout(patience);
  }

  /** From here on the caller waits for us. */
  function begin(): void {
    if (scope.ending || isAllSent) return;
    hasBegun = true;
    const now = performance.now();
    const playsMs = soundUntil;
    soundUntil += now;
    const patienceMs = Math.max(MIN_PATIENCE_MS, MAX_SILENCE_MS - (now - (since ?? now)));
    fillAfter(playsMs + Math.min(call.fillerAfterMs, playsMs > 0 ? MAX_SILENCE_MS : patienceMs));
    giveUpAfter(playsMs + call.turnDeadlineMs);
  }

  /** Sound of that length is added to what is to be played. Returns for how long there is sound then. */
  function soundFor(ms: number): number {
    const now = performance.now();
    soundUntil = Math.max(now, soundUntil) + ms;
    return soundUntil - now;
  }

  function fillAfter(ms: number): void {
    clearTimeout(silence);
    if (call.fillerAfterMs > 0) silence = setTimeout(fill, ms);
  }

  function giveUpAfter(ms: number): void {
    clearTimeout(patience);
    patience = setTimeout(onTooLate, ms);
  }

  function fill(): void {
    const phrase = pickCached("thinking", call);
    const samples = call.cached(phrase) ?? call.waitingTone;
    call.log.debug("filler", "The caller is told to wait", { phrase });
    // Whoever speaks flushes the line when they are interrupted; while nobody does, the filler is ours to silence.
    forget();
    forget = turn.scope.onEnd(() => call.line.flush());
    turn.audible = true;
    void call.line.play(samples.slice());
    fillAfter(soundFor(msOf(samples)) + MAX_SILENCE_MS);
  }
}
