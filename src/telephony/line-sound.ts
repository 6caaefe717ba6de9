import { createHoldSound } from "./hold-sound.js";
import type { Line } from "./line.js";
import type { Playback } from "./playback.js";

type Playing = Pick<Line, "play" | "mark" | "flush" | "pause" | "resume">;

/** The part that all kinds of lines share: listeners and playback. */
export interface LineSound {
  /** Reports a frame heard, a view that is valid during the call only. */
  heard(frame: Int16Array): void;
  pressed(key: string): void;
  /** Tells whether the far side has us on hold; changes are reported. Frames are not reported meanwhile. */
  held(isHeld: boolean): void;
  /** Removes all listeners. */
  end(): void;
  /** Returns the methods of the line. */
  over(playback: Playback): Pick<Line, "hear" | "onKey" | "isHeld" | "onHeld" | keyof Playing>;
}

export function createLineSound(): LineSound {
  const frameListeners = new Set<(frame: Int16Array) => void>();
  const keyListeners = new Set<(key: string) => void>();
  const holdListeners = new Set<(isHeld: boolean) => void>();
  const holdSound = createHoldSound();
  let isHeld = false;
  return {
    heard(frame) {
      if (isHeld) return; // It is music, at best.
      for (const listener of frameListeners) listener(frame);
    },
    pressed(key) {
      for (const hit of keyListeners) hit(key);
    },
    held(now) {
      if (now === isHeld) return;
      isHeld = now;
      holdSound.held(now);
      for (const listener of holdListeners) listener(now);
    },
    end() {
      frameListeners.clear();
      keyListeners.clear();
      holdListeners.clear();
    },
    over: (playback) => ({
      hear: (listener) => listen(frameListeners, listener),
      onKey: (listener) => listen(keyListeners, listener),
      isHeld: () => isHeld,
      onHeld: (listener) => listen(holdListeners, listener),
      play(samples) {
        holdSound.plays();
        return playback.play(samples);
      },
      mark: () => holdSound.mark(playback.mark()),
      flush() {
        holdSound.flush();
        playback.flush();
      },
      pause: () => playback.pause(),
      resume: () => playback.resume(),
    }),
  };
}

function listen<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
