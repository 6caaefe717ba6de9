/** How loud this caller speaks, and how loud is what was taken for them and was not. Levels are dB (`level.ts`). */

import { SILENCE_DB } from "./level.js";

export interface CallerLevel {
  /** The mean of the voiced frames of their utterances; undefined until they have said something. */
  readonly own: number | undefined;
  /** Takes the level of each frame: a dismissal fades with them. */
  hear(level: number): void;
  /** Whether a frame is as loud as what was dismissed lately, or softer. */
  isDismissed(level: number): boolean;
  /** An utterance of this mean level has ended. */
  learn(level: number): void;
  /** What had this mean level was not the caller; if it was learnt last, it is unlearnt. */
  dismiss(level: number): void;
}

/** An utterance moves the estimate by this share of the difference. */
const LEARN = 0.3;
/** So far above what was dismissed, or above their own level, a voice is somebody else's again. */
const MARGIN_DB = 6;
const OWN_MARGIN_DB = 3;
/** A dismissal fades by 0.8 dB a second while it sounds on, as music does, and by 8 when there is nothing like it. */
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
