/** Detects enough of a voice to fall silent for, by counting the frames of the last 400 ms while we speak. */

import { FRAME_MS } from "../audio/pcm.js";

export interface Onset {
  /** Takes the next frame. Returns whether it completes an onset. @param isSoon whether less of a voice is enough */
  hear(frame: "nothing" | "alike" | "strong", isSoon: boolean): boolean;
  /** Discards what was heard. */
  clear(): void;
}

const WINDOW = 400 / FRAME_MS;
/**
 * Frames like a caller's voice that make an onset. If they are loud, as in a short command, half as many are enough.
 */
const USUAL = { alike: 160 / FRAME_MS, strong: 80 / FRAME_MS };
const SOON = { alike: 60 / FRAME_MS, strong: 40 / FRAME_MS };

export function createOnset(): Onset {
  const weights = new Uint8Array(WINDOW);
  let next = 0;
  return {
    hear(frame, isSoon) {
      weights[next] = frame === "strong" ? 2 : frame === "alike" ? 1 : 0;
      next = (next + 1) % WINDOW;
      if (frame === "nothing") return false;
      let [alike, strong] = [0, 0];
      for (let i = 0; i < WINDOW; i++) {
        const weight = weights[i] as number;
        if (weight > 0) alike++;
        if (weight > 1) strong++;
      }
      const enough = isSoon ? SOON : USUAL;
      return alike >= enough.alike || strong >= enough.strong;
    },
    clear: () => void weights.fill(0),
  };
}
