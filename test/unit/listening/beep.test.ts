import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { tone } from "../../../src/audio/tone.js";
import { createBeepDetector, type Tone } from "../../../src/listening/beep.js";
import { concat, dtmf, hum, mix, silence, telephoneBand, whiteNoise } from "../../support/listening/sounds.js";
import { speak, TUNED_VOICES } from "../../support/listening/voices.js";

function tonesIn(sound: Int16Array): Tone[] {
  const detect = createBeepDetector();
  const tones: Tone[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    const ended = detect(sound.subarray(at, at + FRAME_SAMPLES));
    if (ended) tones.push(ended);
  }
  return tones;
}

const around = (beep: Int16Array) => concat(silence(330), beep, silence(200));

test("beeps of all pitches and lengths are found, with their times, on a telephone with hiss", () => {
  for (const hz of [425, 440, 620, 853, 1_000, 1_333, 1_400, 1_733, 1_980]) {
    for (const ms of [200, 350, 1_000]) {
      const sound = telephoneBand(around(tone(hz, ms)));
      const tones = tonesIn(mix(sound, whiteNoise(sound.length / 16, -50)));
      assert.equal(tones.length, 1, `${hz} Hz, ${ms} ms`);
      const [{ startedAt, endedAt } = { startedAt: 0, endedAt: 0 }] = tones;
      assert.ok(Math.abs(startedAt - 330) <= 40, `begins at ${startedAt}`);
      assert.ok(Math.abs(endedAt - 330 - ms) <= 40, `ends at ${endedAt}`);
    }
  }
});

test("a beep right after words is found", () => {
  const sound = concat(speak("Leave a message.", "slt"), tone(1_000, 300), silence(200));
  assert.equal(tonesIn(sound).length, 1);
});

test("a fax that answers is found, and is no beep", () => {
  const answers = telephoneBand(around(tone(2_100, 2_600)));
  assert.deepEqual(
    tonesIn(mix(answers, whiteNoise(answers.length / 16, -50))).map(({ isFax }) => isFax),
    [true],
  );
  assert.deepEqual(tonesIn(around(tone(2_100, 600))), [], "a whistle");
  assert.deepEqual(tonesIn(around(tone(2_300, 2_600))), [], "above it");
  assert.equal(tonesIn(around(tone(1_000, 2_600)))[0]?.isFax, false);
});

test("no voice, key, hum or click is taken for a beep", () => {
  const texts = ["Hello?", "Ooh, who are you? Two, too.", "Mmm, yes, I am all ears. Who would know you?"];
  for (const voice of TUNED_VOICES) for (const text of texts) assert.deepEqual(tonesIn(speak(text, voice)), [], voice);
  for (const key of "1590*#") assert.deepEqual(tonesIn(around(dtmf(key, 300, -12))), [], key);
  assert.deepEqual(tonesIn(around(hum(1_000, -20))), []);
  assert.deepEqual(tonesIn(around(whiteNoise(1_000, -20))), []);
  assert.deepEqual(tonesIn(around(tone(1_000, 60))), [], "too short");
});

test("three tones in a row are three, and one that does not end is none yet", () => {
  assert.equal(tonesIn(around(concat(tone(950, 330), tone(1_400, 330), tone(1_800, 330)))).length, 3);
  assert.equal(tonesIn(concat(silence(100), tone(1_000, 5_000))).length, 0);
});
