/**
 * Tracks how loud this caller speaks, and how loud other sounds are that were mistaken for them. Levels in dB
 * (`level.ts`).
 */

import { SILENCE_DB } from "./level.js";

export interface CallerLevel {
  /** Mean level of the voiced frames of their utterances; undefined until the first utterance. */
  readonly own: number | undefined;
  /** Takes the level of each frame; a dismissed level fades with every frame. */
  hear(level: number): void;
  /** Whether a frame is no louder than what was dismissed recently. */
  isDismissed(level: number): boolean;
  /** Learns from an utterance of the caller's with this mean level. */
  learn(level: number): void;
  /** Dismisses a sound with this mean level: it was not the caller. Reverts the last `learn`. */
  dismiss(level: number): void;
}

/** Share of the difference by which an utterance moves the estimate. */
const LEARN = 0.3;
/** A voice this far above the dismissed level, or above the caller's own level, counts again (dB). */
const MARGIN_DB = 6;
const OWN_MARGIN_DB = 3;
/**
 * The dismissed level fades by 0.8 dB a second while a similar sound continues (music, for example), else by 8 dB a
 * second.
 */
const FADE_DB = 0.016;
const FADE_IN_SILENCE_DB = 0.16;
const SOUNDS_ON_DB = 15;

export function createCallerLevel(): CallerLevel {
  let own: number | undefined;
  let before: number | undefined;
  let learnt = false;
  let dismissed = SILENCE_DB;

  return {
    get own() {
      return own;
    },
    hear(level) {
      if (dismissed > SILENCE_DB) dismissed -= level > dismissed - SOUNDS_ON_DB ? FADE_DB : FADE_IN_SILENCE_DB;
    },
    isDismissed: (level) => level < dismissed,
    learn(level) {
      before = own;
      own = own === undefined ? level : own + LEARN * (level - own);
      learnt = true;
    },
    dismiss(level) {
      if (learnt) own = before;
      learnt = false;
      dismissed = Math.min(level + MARGIN_DB, (own ?? Number.POSITIVE_INFINITY) + OWN_MARGIN_DB);
    },
  };
}
