import type { Line } from "./line.js";
import type { Playback } from "./playback.js";

/** The part that all kinds of lines share: listeners and playback. */
export interface LineSound {
  /** Reports a frame heard, a view that is valid during the call only. */
  heard(frame: Int16Array): void;
  pressed(key: string): void;
  /** Removes all listeners. */
  end(): void;
  /** Returns the methods of the line. */
  over(playback: Playback): Pick<Line, "hear" | "onKey" | "play" | "mark" | "flush" | "pause" | "resume">;
}

export function createLineSound(): LineSound {
  const frameListeners = new Set<(frame: Int16Array) => void>();
  const keyListeners = new Set<(key: string) => void>();
  return {
    heard(frame) {
      for (const listener of frameListeners) listener(frame);
    },
    pressed(key) {
      for (const hit of keyListeners) hit(key);
    },
    end() {
      frameListeners.clear();
      keyListeners.clear();
    },
    over: (playback) => ({
      hear: (listener) => listen(frameListeners, listener),
      onKey: (listener) => listen(keyListeners, listener),
      play: (samples) => playback.play(samples),
      mark: () => playback.mark(),
      flush: () => playback.flush(),
      pause: () => playback.pause(),
      resume: () => playback.resume(),
    }),
  };
}

function listen<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
