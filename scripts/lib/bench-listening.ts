/**
 * Measures the cost of a frame in `hear`: its time and the memory it allocates.
 *   node --expose-gc scripts/lib/compiled/run.mjs scripts/lib/bench-listening.ts
 */

import { FRAME_MS, FRAME_SAMPLES } from "../../src/audio/pcm.js";
import { createResampler, SAMPLE_RATES } from "../../src/audio/resample.js";
import { createOwnVoice } from "../../src/listening/own-voice.js";
import { listenForUtterances } from "../../src/listening/utterances.js";
import { createVoiceActivity } from "../../src/listening/voice-activity.js";
import { createVoiceEvidence } from "../../src/listening/voice-evidence.js";
import { conversation, sounds as made, TUNED } from "../../test/support/index.js";

const { mix, pinkNoise, silence } = made;

const FRAMES = 180_000; // an hour
const collect = globalThis.gc ?? (() => {});

function framesOf(sound: Int16Array): Int16Array[] {
  const count = Math.floor(sound.length / FRAME_SAMPLES);
  return Array.from({ length: count }, (_, i) => sound.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES));
}

const speech = conversation(-26).sound;
const sounds: Record<string, { readonly sound: Int16Array; readonly ours?: Int16Array }> = {
  "digital silence": { sound: silence(60_000) },
  "pink noise": { sound: pinkNoise(60_000, -45) },
  "speech in noise": { sound: mix(speech, pinkNoise(20_000, -45)) },
  "a keyboard": { sound: TUNED.noises.typing(1) },
  "noise, we speak": { sound: pinkNoise(60_000, -45), ours: speech.subarray(0, 16_000 * 10) },
  "speech, we speak": { sound: mix(speech, pinkNoise(20_000, -45)), ours: speech.subarray(0, 16_000 * 10) },
};

console.log(`one hour of frames each; a frame lasts ${FRAME_MS * 1e6} ns`);
for (const [name, { sound, ours }] of Object.entries(sounds)) {
  const frames = framesOf(sound);
  const ownVoice = createOwnVoice();
  using listening = listenForUtterances({
    voiceActivity: await createVoiceActivity(),
    evidence: createVoiceEvidence(),
    ownVoice,
    tell: () => {},
  });
  const hearAll = (count: number) => {
    for (let i = 0; i < count; i++) {
      if (ours && i % 500 === 0) ownVoice.play(ours, listening.lineTimeMs);
      listening.hear(frames[i % frames.length] as Int16Array);
    }
  };
  hearAll(10_000);
  collect();
  const before = process.memoryUsage();
  const started = performance.now();
  hearAll(FRAMES);
  const nanoseconds = ((performance.now() - started) * 1e6) / FRAMES;
  const after = process.memoryUsage();
  // Without a collection in between, the growth of the heap is what was allocated.
  const garbage = (after.heapUsed - before.heapUsed) / FRAMES;
  const line = [`${nanoseconds.toFixed(0)} ns a frame`, `${garbage.toFixed(1)} bytes of heap a frame`];
  if (!globalThis.gc) line.pop();
  console.log(`${name.padEnd(16)} ${line.join(", ")}`);
}

for (const rate of SAMPLE_RATES) {
  const second = Int16Array.from({ length: rate }, (_, i) => 9_000 * Math.sin(i * i * 1e-5));
  const resampler = createResampler(rate, 16_000);
  resampler.push(second);
  const started = performance.now();
  for (let i = 0; i < 20; i++) resampler.push(second);
  const milliseconds = (performance.now() - started) / 20;
  console.log(`resampling ${rate} Hz: ${milliseconds.toFixed(2)} ms per second of audio`);
}
