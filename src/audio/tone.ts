import { SAMPLE_RATE, samplesIn } from "./pcm.js";

/** A tone at 16 000 Hz, with soft edges (10 ms) to avoid clicks. */
export function tone(hz: number, ms: number, amplitude = 0.2): Int16Array {
  const samples = new Int16Array(samplesIn(ms));
  const edge = samplesIn(10);
  for (let i = 0; i < samples.length; i++) {
    const fade = Math.min(1, i / edge, (samples.length - i) / edge);
    samples[i] = Math.round(32767 * amplitude * fade * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE));
  }
  return samples;
}

/** A soft, short tone: "still here", when there is nothing else to say. */
export function waitingTone(): Int16Array {
  return tone(420, 180, 0.08);
}

/** Two falling tones: "that did not work", when no speech is available. */
export function faultTone(): Int16Array {
  const high = tone(480, 220);
  const low = tone(350, 320);
  const pause = samplesIn(80);
  const both = new Int16Array(high.length + pause + low.length);
  both.set(high);
  both.set(low, high.length + pause);
  return both;
}
