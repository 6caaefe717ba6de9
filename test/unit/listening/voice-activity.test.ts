import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { createVoiceActivity, type VoiceActivity } from "../../../src/listening/voice-activity.js";
import { speak } from "./flite.js";
import { atLevel, concat, dtmf, hum, pinkNoise, silence, whiteNoise } from "./sounds.js";

function voicedMs(voiceActivity: VoiceActivity, sound: Int16Array): number {
  let voiced = 0;
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    if (voiceActivity.isVoice(sound.subarray(at, at + FRAME_SAMPLES))) voiced += 20;
  }
  return voiced;
}

test("speech is voice; silence, hiss, rumble and hum are not", async () => {
  using voiceActivity = await createVoiceActivity();
  const noises = [
    silence,
    (ms: number) => whiteNoise(ms, -35),
    (ms: number) => pinkNoise(ms, -35),
    (ms: number) => hum(ms, -35),
  ];
  for (const noise of noises) {
    using fresh = await createVoiceActivity();
    assert.equal(voicedMs(fresh, noise(10_000)), 0);
  }
  const voiced = voicedMs(voiceActivity, concat(silence(500), atLevel(speak("What time is it?"), -26), silence(500)));
  assert.ok(voiced > 500 && voiced < 1_500, `${voiced} ms`);
});

test("lines do not hear each other", async () => {
  using alone = await createVoiceActivity();
  using one = await createVoiceActivity();
  using other = await createVoiceActivity();
  const speech = concat(silence(500), atLevel(speak("Tell me a joke."), -26), silence(500));
  const noise = dtmf("5", 3_000, -10);
  for (let at = 0; at + FRAME_SAMPLES <= speech.length; at += FRAME_SAMPLES) {
    const frame = speech.subarray(at, at + FRAME_SAMPLES);
    other.isVoice(noise.subarray(at % 32_000, (at % 32_000) + FRAME_SAMPLES));
    assert.equal(one.isVoice(frame), alone.isVoice(frame));
  }
});

test("ten thousand lines, one after the other, take no more memory than one", async () => {
  const frame = whiteNoise(20, -30);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 10_000; i++) {
    using voiceActivity = await createVoiceActivity();
    voiceActivity.isVoice(frame);
  }
  const grownBy = process.memoryUsage().rss - before;
  assert.ok(grownBy < 50e6, `${Math.round(grownBy / 1e6)} MB`);
});

test("after disposal it refuses, and disposing twice frees once", async () => {
  const voiceActivity = await createVoiceActivity();
  voiceActivity[Symbol.dispose]();
  voiceActivity[Symbol.dispose]();
  assert.throws(() => voiceActivity.isVoice(new Int16Array(FRAME_SAMPLES)), /disposed/);
});

test("a frame of another length is refused", async () => {
  using voiceActivity = await createVoiceActivity();
  assert.throws(() => voiceActivity.isVoice(new Int16Array(160)), RangeError);
});
