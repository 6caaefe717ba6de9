import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { createLevelMeter } from "../../../src/listening/level.js";
import { createVoiceActivity, type VoiceActivity } from "../../../src/listening/voice-activity.js";
import { speak } from "../../support/listening/voices.js";
import { atLevel, concat, dtmf, hum, pinkNoise, silence, whiteNoise } from "../../support/listening/sounds.js";

function voicedMs(voiceActivity: VoiceActivity, sound: Int16Array): number {
  const levelOf = createLevelMeter();
  let voiced = 0;
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    const frame = sound.subarray(at, at + FRAME_SAMPLES);
    if (voiceActivity.isVoice(frame, levelOf(frame))) voiced += 20;
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
  const levelOf = createLevelMeter();
  for (let at = 0; at + FRAME_SAMPLES <= speech.length; at += FRAME_SAMPLES) {
    const frame = speech.subarray(at, at + FRAME_SAMPLES);
    other.isVoice(noise.subarray(at % 32_000, (at % 32_000) + FRAME_SAMPLES), -10);
    const level = levelOf(frame);
    assert.equal(one.isVoice(frame, level), alone.isVoice(frame, level));
  }
});

test("ten thousand lines, one after the other, take no more memory than one", async () => {
  const frame = whiteNoise(20, -30);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 10_000; i++) {
    using voiceActivity = await createVoiceActivity();
    voiceActivity.isVoice(frame, -30);
  }
  const grownBy = process.memoryUsage().rss - before;
  assert.ok(grownBy < 50e6, `${Math.round(grownBy / 1e6)} MB`);
});

test("after disposal it refuses, and disposing twice frees once", async () => {
  const voiceActivity = await createVoiceActivity();
  voiceActivity[Symbol.dispose]();
  voiceActivity[Symbol.dispose]();
  assert.throws(() => voiceActivity.isVoice(new Int16Array(FRAME_SAMPLES), -70), /disposed/);
});

test("a frame of another length is refused", async () => {
  using voiceActivity = await createVoiceActivity();
  assert.throws(() => voiceActivity.isVoice(new Int16Array(160), -70), RangeError);
});
