import assert from "node:assert/strict";
import { it } from "node:test";
import { createEngineProbes, type ProbedEngines } from "../../../src/engines/engine-probes.js";
import { createVoiceNetwork } from "../../../src/listening/voice-network.js";
import { shareCores } from "../../../src/speech-server/cores.js";
import type { NativeActivity } from "../../../src/speech-server/engine.js";
import { createHearing } from "../../../src/speech-server/hearing.js";
import { recogniser } from "../speech-server/fake-engine.js";

/** Like the detector of the speech server: where Silero's network hears a voice. */
function voiceDetector(): NativeActivity {
  const network = createVoiceNetwork();
  let [at, from, to] = [0, Number.POSITIVE_INFINITY, 0];
  return {
    acceptWaveform(heard) {
      const isVoice = (network.hear(Int16Array.from(heard, (sample) => sample * 32_768)) ?? 0) > 0.5;
      if (isVoice) [from, to] = [Math.min(from, at), at + heard.length];
      at += heard.length;
    },
    reset() {
      network.clear();
      [at, from, to] = [0, Number.POSITIVE_INFINITY, 0];
    },
    flush() {},
    isEmpty: () => to <= from,
    front: () => ({ start: from, samples: new Float32Array(to - from) }),
    pop: () => void (to = 0),
  };
}

it("makes a recogniser work that listens only to speech, and reports when that fails", async () => {
  const native = recogniser();
  const { transcribe } = createHearing(native, voiceDetector, shareCores(2, 4));
  const stt = { transcribe: async (sound: Int16Array, signal: AbortSignal) => (await transcribe(sound, signal)).text };
  const { probe } = createEngineProbes({ stt } as unknown as ProbedEngines).stt;
  await probe(AbortSignal.timeout(5_000));
  assert.equal(native.asked.length, 1);
  native.decodeAsync = () => Promise.reject(new Error("the model is broken"));
  await assert.rejects(probe(AbortSignal.timeout(5_000)), /the model is broken/);
});
