import { createOwnVoice, type OwnVoice } from "../listening/own-voice.js";
import type { Line } from "../telephony/line.js";

/** A line that records what it plays. */
export interface MonitoredLine extends Line {
  /** What we say on this line, on the clock of `performance.now()`. */
  readonly ownVoice: OwnVoice;
}

/**
 * Wraps a line to record what is played on it, so that its listener (`hear-caller.ts`) can distinguish the caller from
 * us. Everything must be played through the wrapper. A line that is monitored already is returned unchanged.
 */
export function monitored(line: Line): MonitoredLine {
  if (isMonitored(line)) return line;
  const ownVoice = createOwnVoice();
  const noted = (verb: "pause" | "resume" | "flush") => () => {
    ownVoice[verb](performance.now());
    line[verb]();
  };
  return {
    ownVoice,
    id: line.id,
    caller: line.caller,
    extension: line.extension,
    signal: line.signal,
    play(samples) {
      ownVoice.play(samples, performance.now());
      return line.play(samples);
    },
    pause: noted("pause"),
    resume: noted("resume"),
    flush: noted("flush"),
    mark: () => line.mark(),
    hear: (listener) => line.hear(listener),
    onKey: (listener) => line.onKey(listener),
    isHeld: () => line.isHeld(),
    onHeld: (listener) => line.onHeld(listener),
    hold: (music) => line.hold(music),
    endHold: () => line.endHold(),
    continueAt: (place) => line.continueAt(place),
    join: (other) => line.join(other),
    hangUp: () => line.hangUp(),
  };
}

export function isMonitored(line: Line): line is MonitoredLine {
  return "ownVoice" in line;
}
