import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { type Heard, listenForUtterances } from "../../../src/listening/utterances.js";

const VOICE = new Int16Array(FRAME_SAMPLES).fill(1000);
const QUIET = new Int16Array(FRAME_SAMPLES);
/** 35 frames of silence end an utterance. */
const OPTIONS = { endpointSilenceMs: 700, minSpeechMs: 100 };

function listen() {
  const heard: Heard[] = [];
  const voiceActivity = { isVoice: (frame: Int16Array) => frame[0] !== 0, isNoisy: false, [Symbol.dispose]() {} };
  const listening = listenForUtterances({ voiceActivity, options: OPTIONS, tell: (event) => heard.push(event) });
  const times = (count: number, act: () => void) => {
    for (let i = 0; i < count; i++) act();
  };
  times(10, () => listening.hear(VOICE));
  return { listening, times, utterances: () => heard.filter(({ kind }) => kind === "utterance").length };
}

test("a pause in which the network stalls is not over early by as long as the stall", () => {
  const { listening, times, utterances } = listen();
  listening.silence(20);
  times(20, () => listening.hearLate(QUIET));
  times(14, () => listening.hear(QUIET));
  assert.equal(utterances(), 0);
  listening.hear(QUIET);
  assert.equal(utterances(), 1);
});

test("voice that comes late keeps the utterance open", () => {
  const { listening, times, utterances } = listen();
  listening.silence(20);
  times(5, () => listening.hearLate(VOICE));
  times(34, () => listening.hear(QUIET));
  assert.equal(utterances(), 0);
  listening.hear(QUIET);
  assert.equal(utterances(), 1);
});
