import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, msOf } from "../../../src/audio/pcm.js";
import { createVoiceNetwork } from "../../../src/listening/voice-network.js";
import { PROBE_SOUND } from "../../../src/speech/probe-sound.js";

test("a detector of speech finds a word in the sound that recognisers are tried with", () => {
  assert.ok(msOf(PROBE_SOUND) >= 1_000, "no server takes it for too short");
  const network = createVoiceNetwork();
  let voicedMs = 0;
  for (let at = 0; at < PROBE_SOUND.length; at += FRAME_SAMPLES)
    if ((network.hear(PROBE_SOUND.subarray(at, at + FRAME_SAMPLES)) ?? 0) > 0.8) voicedMs += 32;
  assert.ok(voicedMs > 300, `${voicedMs} ms of speech`);
});
