/**
 * Decides whether a sound has a voice in it. Coughs, doors, keys and hum have the loudness and often the pitch of words,
 * so a network decides. It hears each sound from its beginning until a voice is certain.
 */

import { createVoiceNetwork } from "./voice-network.js";

export interface VoiceEvidence {
  /** Begins with the first frame of a new sound. @param before the sound right before it */
  begin(before: Int16Array, frame: Int16Array): void;
  /** Takes the next frame of the sound. */
  hear(frame: Int16Array): void;
  /** Whether there is a voice at all. */
  readonly isVoice: boolean;
  /** Whether there is enough of a voice for the assistant to stop speaking. */
  readonly isClear: boolean;
  /** Whether the sound has lasted too long for its voice to be found later. */
  readonly isOverdue: boolean;
}

/** Takes every sound for a voice. */
export const NOT_EXAMINED: VoiceEvidence = { begin() {}, hear() {}, isVoice: true, isClear: true, isOverdue: false };

/** Least probability of a voice in one chunk (32 ms). */
const LIKELY = 0.5;
/** Number of chunks with a voice after which the voice is clear, and no more chunks are examined. */
const CLEAR = 2;
/** Length of a sound without a voice in which a word would have been found, in samples: 0.5 s. */
const OVERDUE = 8_000;

export function createVoiceEvidence(): VoiceEvidence {
  const network = createVoiceNetwork();
  let voiced = 0;
  let heard = 0;

  function hear(samples: Int16Array): void {
    if (voiced >= CLEAR) return;
    heard += samples.length;
    if ((network.hear(samples) ?? 0) > LIKELY) voiced++;
  }

  return {
    begin(before, frame) {
      network.clear();
      voiced = heard = 0;
      hear(before);
      hear(frame);
    },
    hear,
    get isVoice() {
      return voiced > 0;
    },
    get isClear() {
      return voiced >= CLEAR;
    },
    get isOverdue() {
      return voiced === 0 && heard > OVERDUE;
    },
  };
}
