import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { FRAME_SAMPLES, joined, msOf, SAMPLE_RATE } from "../../src/audio/pcm.js";
import { createResampler } from "../../src/audio/resample.js";
import { speechIn } from "../../src/listening/speech-in.js";
import { createVoiceEvidence } from "../../src/listening/voice-evidence.js";
import { samplesOfWav } from "../support/backends/wav.js";
import { atLevel, silence } from "../support/listening/sounds.js";
import { findSpeechBed, RECORDED_LANGUAGES } from "./real-speech.js";

/** Recordings of people, as the ears hear them. Some constants were chosen with them, but none of the network's. */
const bed = findSpeechBed();
const CALLER_DBFS = -26;
const SENTENCE_MS = 1_200;
/** Recordings in which nobody speaks: a join and a leave of a conference, monkeys, tones. */
const NO_SPEECH = /monkeys|confbridge-(join|leave)|beep|tone|silence/;
/** Share of recordings that may be missed. */
const MISSED = 0.01;

describe("people's recordings", { skip: bed ? false : "scripts/lib/speech-bed has none" }, () => {
  for (const language of RECORDED_LANGUAGES) {
    const all = () =>
      (bed?.recordings(language) ?? [])
        .filter(({ name }) => !NO_SPEECH.test(name))
        .map(({ name, path }) => ({ name, sound: at16kHz(samplesOfWav(readFileSync(path), 8_000)) }))
        .filter(({ sound }) => msOf(sound) > 200 && sound.some((sample) => Math.abs(sample) > 500));

    test(`have a voice, the shortest words as well: ${language}`, (t) => {
      const recordings = all();
      const missed = recordings.filter(({ sound }) => !hasVoice(atLevel(sound, CALLER_DBFS)));
      t.diagnostic(`${missed.length} of ${recordings.length} missed`);
      assert.ok(missed.length <= MISSED * recordings.length, missed.map(({ name }) => name).join(", "));
    });

    test(`are speech, where they are a sentence: ${language}`, (t) => {
      const recordings = all().filter(({ sound }) => msOf(sound) >= SENTENCE_MS);
      const missed = recordings.filter(({ sound }) => speechIn(atLevel(sound, CALLER_DBFS)).ms === 0);
      t.diagnostic(`${missed.length} of ${recordings.length} missed`);
      assert.ok(missed.length <= MISSED * recordings.length, missed.map(({ name }) => name).join(", "));
    });
  }
});

function at16kHz(sound: Int16Array): Int16Array {
  const resampler = createResampler(8_000, SAMPLE_RATE);
  return joined([resampler.push(sound), resampler.flush()]);
}

function hasVoice(sound: Int16Array): boolean {
  const evidence = createVoiceEvidence();
  evidence.begin(silence(60), sound.subarray(0, FRAME_SAMPLES));
  for (let at = FRAME_SAMPLES; at + FRAME_SAMPLES <= sound.length && !evidence.isClear; at += FRAME_SAMPLES) {
    evidence.hear(sound.subarray(at, at + FRAME_SAMPLES));
  }
  return evidence.isClear;
}
