import type { Line } from "./line.js";
import type { Playback } from "./playback.js";

/** What is the same of every line, whatever carries it: who listens, and what is played. */
export interface LineSound {
  /** The frame is a view that is valid during the call only. */
  heard(frame: Int16Array): void;
  pressed(key: string): void;
  /** The listener has stopped. */
  end(): void;
  /** The line's own ways to it. */
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
