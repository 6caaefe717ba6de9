import { samplesIn } from "../../../src/audio/pcm.js";
import type { CallRecording } from "./telephone-call.js";
import type { Stretch } from "./voiced.js";

const SWEEP = { fromHz: 300, toHz: 3_000, level: 8_000 };
/** No loop of the bed takes longer. */
const MAX_MS = 300;

/** A rising tone: it resembles itself at no other delay, so a delay can be told to the sample. */
export function sweep(ms: number): Int16Array {
  const { fromHz, toHz, level } = SWEEP;
  return Int16Array.from({ length: samplesIn(ms) }, (_, index) => {
    const s = index / 16_000;
    const turns = fromHz * s + ((toHz - fromHz) * s * s) / (2 * (ms / 1000));
    return Math.round(level * Math.sin(2 * Math.PI * turns));
  });
}

/** How much later what was said came back, in ms: where both channels of the recording correlate most. */
export function loopDelayMs({ caller, assistant }: CallRecording, said: Stretch): number {
  let best = { delay: 0, likeness: Number.NEGATIVE_INFINITY };
  for (let delay = 0; delay <= samplesIn(MAX_MS); delay++) {
    let likeness = 0;
    for (let at = said.from; at < said.to; at += 2) likeness += (caller[at] ?? 0) * (assistant[at + delay] ?? 0);
    if (likeness > best.likeness) best = { delay, likeness };
  }
  return (best.delay * 1000) / 16_000;
}
