import { SAMPLE_RATE, samplesIn } from "./pcm.js";

/** A tone of one pitch, at 16 000 Hz, with soft edges (10 ms) so that it does not click. */
export function tone(hz: number, ms: number, amplitude = 0.2): Int16Array {
  const samples = new Int16Array(samplesIn(ms));
  const edge = samplesIn(10);
  for (let i = 0; i < samples.length; i++) {
    const fade = Math.min(1, i / edge, (samples.length - i) / edge);
    samples[i] = Math.round(32767 * amplitude * fade * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE));
  }
  return samples;
}

/** A soft, short tone: "still here", for when there is nothing to tell but that. */
export function waitingTone(): Int16Array {
  return tone(420, 180, 0.08);
}

/** Two falling tones: "that did not work", for when no words can be had. */
export function faultTone(): Int16Array {
  const high = tone(480, 220);
  const low = tone(350, 320);
  const pause = samplesIn(80);
  const both = new Int16Array(high.length + pause + low.length);
  both.set(high);
  both.set(low, high.length + pause);
  return both;
}
