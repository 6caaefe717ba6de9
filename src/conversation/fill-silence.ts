import { msOf } from "../audio/pcm.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Line } from "../telephony/line.js";
import type { Phrasebook } from "./phrasebook.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";

/**
 * Longest silence for a waiting caller, in ms. With the delays of the network, the telephone and the human ear, it
 * stays well below three seconds.
 */
const MAX_SILENCE_MS = 2_200;
/**
 * If the caller's own silence has used that up already, a reply that is nearly ready still has this long to come first,
 * in ms.
 */
const MIN_PATIENCE_MS = 300;

/**
 * Returns the maximum wait for a reply to begin, or to continue, in ms: the longest time-out of any part. Their sum
 * would be too long for any caller.
 */
export function turnDeadlineOf(parts: readonly { readonly timeoutMs: number }[]): number {
  return Math.max(...parts.map(({ timeoutMs }) => timeoutMs));
}

/** What the caller waits for. */
export interface Wait {
  /** Ends the wait, and is ended with a deadline when the caller has waited for the maximum time. */
  readonly scope: Scope;
  /** Since when the caller has heard nothing, on the clock of `performance.now()`; default: now. */
  readonly since?: number | undefined;
  /**
   * Whether the caller is owed a filler. Not before it is known that they have said something: noise may have been taken
   * for them. Default: always.
   */
  readonly isOwed?: () => boolean;
  /** What did not happen if the wait takes too long: "The reply did not begin". */
  readonly failure: string;
}

/** Fills the silence of a caller who waits for a reply. */
export interface SilenceFiller {
  /** Reports sound of the reply as it is sent, by its length in ms: while it lasts, the caller is not waiting. */
  sent(ms: number): void;
  /** Reports that the whole reply was sent: the wait is over, even if the line is paused before it is heard. */
  allSent(): void;
}

export interface FillNeeds {
  readonly line: Line;
  readonly phrasebook: Phrasebook;
  /** Played when no phrase is cached. */
  readonly waitingTone: Int16Array;
  /** Time without a sound after which a waiting caller hears a filler, in ms; 0 for never. */
  readonly fillerAfterMs: number;
  /** Maximum wait for a reply to begin, or to continue, before it is given up, in ms. */
  readonly turnDeadlineMs: number;
  readonly log: Log;
}

/**
 * Keeps a waiting caller from hearing nothing for three seconds: plays a thinking phrase after `fillerAfterMs` without
 * a sound, and another whenever the silence gets long again; a soft tone if no phrase is cached. Ends with the scope,
 * which it ends itself when the caller has waited for the maximum time, with or without fillers.
 *
 * The time counts from now, when it is our turn to speak, not from the caller's last word. Otherwise a filler would
 * precede every reply of normal speed and make it a second late.
 *
 * Silence is computed from the length of the sound sent, not from marks: a mark in the middle of a sentence would tear
 * it.
 */
export function fillSilence(turn: Turn, call: FillNeeds, needs: Wait): SilenceFiller {
  const { scope, since, isOwed = () => true, failure } = needs;
  /** Time at which everything sent will have been played; before the turn is committed, its length. */
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

  /** From here on, the caller is waiting for us. */
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

  /** Adds sound of this length to what is being played. Returns how long there will be sound. */
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
    const ending = () => new Ending("deadline", `${failure} within ${call.turnDeadlineMs} ms`);
    patience = setTimeout(() => scope.end(ending()), ms);
  }

  function fill(): void {
    if (!isOwed()) return fillAfter(MIN_PATIENCE_MS);
    const phrase = call.phrasebook.pick("thinking");
    const samples = call.phrasebook.soundOf(phrase) ?? call.waitingTone;
    call.log.debug("filler", "The caller is told to wait", { phrase });
    // An interrupted speaker flushes the line. While no reply is being spoken, flushing the filler is up to us.
    forget();
    forget = turn.scope.onEnd(() => call.line.flush());
    turn.audible = true;
    void call.line.play(samples.slice());
    void call.line.mark(); // A caller who has us on hold now may still hear the sentence that follows.
    fillAfter(soundFor(msOf(samples)) + MAX_SILENCE_MS);
  }
}
