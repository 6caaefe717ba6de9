import assert from "node:assert/strict";
import { test } from "node:test";
import { createVoiceNetwork } from "../../../src/listening/voice-network.js";

/** A second of a glottis and two formants that move: nearly a voice, so that every layer has something to decide. */
function syllables(): Int16Array {
  const turn = 2 * Math.PI;
  let phase = 0;
  return Int16Array.from({ length: 16_000 }, (_, i) => {
    const t = i / 16_000;
    const pitch = 120 + 30 * Math.sin(turn * 1.3 * t);
    phase += (turn * pitch) / 16_000;
    const first = 500 + 250 * Math.sin(turn * 2.5 * t);
    const second = 1_500 + 500 * Math.cos(turn * 2.5 * t);
    let sum = 0;
    for (let k = 1; k < 25; k++) {
      const resonance = 1 / (1 + ((k * pitch - first) / 120) ** 2) + 0.5 / (1 + ((k * pitch - second) / 180) ** 2);
      sum += resonance * Math.sin(k * phase);
    }
    const shape = Math.min(1, Math.max(0, 1.5 * Math.sin(turn * 4 * t))) * Math.min(1, 20 * t);
    return Math.round(3_000 * sum * shape);
  });
}

/** What onnxruntime computes for it with these weights in the original network, for each 32 ms. */
const ORIGINAL = [
  0.316, 0.212, 0.277, 0.532, 0.508, 0.35, 0.208, 0.188, 0.603, 0.77, 0.818, 0.818, 0.645, 0.306, 0.164, 0.179, 0.603,
  0.781, 0.766, 0.708, 0.412, 0.181, 0.102, 0.209, 0.505, 0.593, 0.557, 0.587, 0.353, 0.157, 0.094,
];

test("the network finds what the original finds, however the sound is cut", () => {
  const sound = syllables();
  const network = createVoiceNetwork();
  for (const length of [512, 320, 77]) {
    network.clear();
    const found: number[] = [];
    for (let at = 0; at < sound.length; at += length) {
      const probability = network.hear(sound.subarray(at, at + length));
      if (probability !== undefined) found.push(probability);
    }
    assert.equal(found.length, ORIGINAL.length);
    for (const [i, probability] of found.entries()) {
      const original = ORIGINAL[i] as number;
      assert.ok(Math.abs(probability - original) < 0.02, `chunk ${i}: ${probability}, not ${original}`);
    }
  }
});
