import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, samplesIn } from "../../../src/audio/pcm.js";
import { createVoiceEvidence } from "../../../src/listening/voice-evidence.js";
import { FULL } from "../../support/form.js";
import { HELD_OUT, TUNED } from "../../support/listening/casts.js";
import { ODD_NOISES } from "../../support/listening/odd-noises.js";
import { atLevel, mix, pinkNoise, silence, telephoneBand } from "../../support/listening/sounds.js";
import type { Voice } from "../../support/listening/voices.js";
import { speechOf } from "../../support/scenarios/real-voice.js";

/** Hears a sound frame by frame. Returns the ms after which there is a clear voice, if there ever is. */
function clearAfter(sound: Int16Array): number | undefined {
  const evidence = createVoiceEvidence();
  evidence.begin(silence(60), sound.subarray(0, FRAME_SAMPLES));
  for (let at = FRAME_SAMPLES; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    evidence.hear(sound.subarray(at, at + FRAME_SAMPLES));
    if (evidence.isClear) return (at + FRAME_SAMPLES) / samplesIn(1);
  }
  return undefined;
}

/** By language. The English ones are said by voices with which the ears were tuned, and by others. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  en: ["Yes.", "No.", "Bye.", "You.", "Okay.", "Stop.", "Thank you.", "What time is it?"],
  de: ["Ja.", "Nein.", "Tschüss.", "Danke.", "Wie spät ist es?"],
  fr: ["Oui.", "Non.", "Merci.", "Quelle heure est-il ?"],
  es: ["Sí.", "No.", "Gracias.", "¿Qué hora es?"],
  it: ["Sì.", "No.", "Grazie.", "Che ore sono?"],
  nl: ["Ja.", "Nee.", "Doei.", "Hoe laat is het?"],
};
const voicesOf = (language: string) =>
  language === "en" ? [...TUNED.callers, ...HELD_OUT.callers] : ["", "+m3", "+f2"].map((kind) => language + kind);

const LINES: Readonly<Record<string, (sound: Int16Array) => Int16Array>> = {
  "from close by": (sound) => atLevel(sound, -26),
  softly: (sound) => atLevel(sound, -40),
  "over a telephone": (sound) => telephoneBand(atLevel(sound, -26)),
  "in a street, 10 dB louder than it": (sound) => mix(atLevel(sound, -26), pinkNoise(2_000, -36)),
};
for (const [line, over] of Object.entries(LINES)) {
  test(`every word and sentence is a voice, ${line}`, () => {
    const isEvery = FULL && line === "from close by"; // Otherwise a third of the voices.
    const missed: string[] = [];
    const after: number[] = [];
    for (const [language, texts] of Object.entries(SAID)) {
      for (const text of texts) {
        for (const voice of voicesOf(language).filter((_, i) => isEvery || i % 3 === 0)) {
          const ms = clearAfter(mix(over(speechOf(text, voice as Voice)), pinkNoise(1_000, -66)));
          if (ms === undefined) missed.push(`${voice}: ${text}`);
          else after.push(ms);
        }
      }
    }
    assert.ok(missed.length <= 0.01 * (after.length + missed.length), missed.join("; "));
    after.sort((a, b) => a - b);
    const slow = after[Math.floor(0.95 * after.length)] ?? Infinity;
    assert.ok(slow <= 400, `95 % are clear after ${slow} ms`);
  });
}

const NOISES = [...Object.entries(TUNED.noises), ...Object.entries(HELD_OUT.noises), ...Object.entries(ODD_NOISES)];
/** In these, someone speaks, or the sound comes from a throat. */
const VOICES = ["television", "babble", "someone else", "laughter", "garbled"];
for (const [name, make] of NOISES.filter(([each]) => !VOICES.includes(each))) {
  test(`${name} is no voice`, () => {
    const found = [1, 2, 3, 4].filter((seed) => clearAfter(make(seed).subarray(0, samplesIn(2_000))) !== undefined);
    assert.ok(found.length <= (name === "cough" ? 1 : 0), `${found.length} of 4`); // Some coughs end in a groan.
  });
}
