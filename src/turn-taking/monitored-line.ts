import { createOwnVoice, type OwnVoice } from "../listening/own-voice.js";
import type { Line } from "../telephony/line.js";

/** A line that knows what it plays. */
export interface MonitoredLine extends Line {
  /** What we say on this line, on the clock of `performance.now()`. */
  readonly ownVoice: OwnVoice;
}

/**
 * The same line; what is played on it is noted on its way through, so that the listener on it
 * (`hear-caller.ts`) can tell them from us. All that is played has to go through this one. One that is monitored already is
 * the same.
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
    join: (other) => line.join(other),
    hangUp: () => line.hangUp(),
  };
}

export function isMonitored(line: Line): line is MonitoredLine {
  return "ownVoice" in line;
}
