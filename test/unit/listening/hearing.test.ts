import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { samplesIn } from "../../../src/audio/pcm.js";
import { LISTENING_DEFAULTS } from "../../../src/listening/utterances.js";
import { createVoiceActivity } from "../../../src/listening/voice-activity.js";
import {
  babble,
  type Conversation,
  conversation,
  extent,
  listenTo,
  utterancesIn,
} from "../../support/listening/conversation.js";
import { FLITE_VOICES, speak } from "../../support/listening/voices.js";
import * as sounds from "../../support/listening/sounds.js";

const SPEECH_DBFS = -26;
const PRE_ROLL_MS = 500;
const ENDPOINT_SILENCE_MS = 700;
/** On a line on which nothing is much softer than the speech. */
const NOISY_SILENCE_MS = ENDPOINT_SILENCE_MS + LISTENING_DEFAULTS.noisyMs;

const hear = async (sound: Int16Array) => listenTo(sound, await createVoiceActivity());
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Every sentence is one utterance that contains it whole and ends in time, and nothing else is heard.
 *
 * @param silenceMs the silence that ends one
 */
async function assertHeard(
  { spoken }: Conversation,
  sound: Int16Array,
  silenceMs = ENDPOINT_SILENCE_MS,
): Promise<void> {
  const utterances = utterancesIn(await hear(sound));
  assert.equal(utterances.length, spoken.length);
  for (const [i, { startedAt, at }] of utterances.entries()) {
    const { from, to } = spoken[i] ?? { from: 0, to: 0 };
    assert.ok(startedAt - PRE_ROLL_MS <= from, `sentence ${i} begins ${startedAt - PRE_ROLL_MS - from} ms late`);
    const late = at - to - silenceMs;
    assert.ok(late <= 60 && late > -400, `the endpoint of sentence ${i} is ${late} ms late`);
  }
}

describe("eighteen sentences in four voices", () => {
  const clear = conversation(SPEECH_DBFS, 1_500);
  const noises = { white: sounds.whiteNoise, pink: sounds.pinkNoise, hum: sounds.hum };

  test("are heard whole on a clear line", () => assertHeard(clear, clear.sound));
  test("are heard whole in the telephone's band", () => assertHeard(clear, sounds.telephoneBand(clear.sound)));
  test("are heard whole when spoken softly", () => {
    const soft = conversation(-45, 1_500);
    return assertHeard(soft, soft.sound, NOISY_SILENCE_MS);
  });
  for (const [name, noise] of Object.entries(noises)) {
    for (const snr of [20, 10]) {
      test(`are heard whole in ${name} noise ${snr} dB below them`, () =>
        assertHeard(clear, sounds.mix(clear.sound, noise(10_000, SPEECH_DBFS - snr)), NOISY_SILENCE_MS));
    }
  }

  test("interrupt within bargeInMs and 60 ms, at the median", async () => {
    const told = await hear(clear.sound);
    const delays = clear.spoken.flatMap(({ from, to }) => {
      const voice = told.find(({ at, heard }) => heard.kind === "voice" && at > from && at < to + 400);
      return voice ? [voice.at - from] : [];
    });
    assert.ok(delays.length > clear.spoken.length / 2);
    assert.ok(median(delays) <= 360, `${median(delays)} ms`);
  });
});

test("a caller who speaks on and on interrupts within bargeInMs and 60 ms, in every voice", async () => {
  for (const voice of FLITE_VOICES) {
    const sentence = sounds.atLevel(speak("We were away all year in Rome.", voice), SPEECH_DBFS);
    const from = 1_000 + extent(sentence, 20).from; // a synthetic voice may breathe before it speaks
    const told = await hear(sounds.concat(sounds.silence(1_000), sentence));
    const interruption = told.find(({ heard }) => heard.kind === "voice")?.at ?? Number.NaN;
    assert.ok(interruption - from <= 360, `${voice}: ${interruption - from} ms`);
  }
});

test("a pause to think does not end the sentence", async () => {
  const [begin, goOn] = ["I would like", "a large coffee, please."].map((text) => {
    const sound = sounds.atLevel(speak(text), SPEECH_DBFS);
    const { from, to } = extent(sound);
    return sound.subarray(samplesIn(from), samplesIn(to));
  });
  assert.ok(begin && goOn);
  const sound = sounds.concat(sounds.silence(1_000), begin, sounds.silence(500), goOn, sounds.silence(1_500));
  assert.equal(utterancesIn(await hear(sound)).length, 1);
});

describe("nobody speaks in", () => {
  const minute = 60_000;
  const noises: Record<string, [minutes: number, Int16Array]> = {
    "an hour of pink noise": [60, sounds.pinkNoise(minute, -30)],
    "ten minutes of silence": [10, sounds.silence(minute)],
    "ten minutes of white noise": [10, sounds.whiteNoise(minute, -30)],
    "ten minutes beside a fan": [10, sounds.fan(minute, -35)],
    "ten minutes of hum": [10, sounds.hum(minute, -30)],
    "ten minutes of hum and clicks": [10, sounds.mix(sounds.hum(minute, -40), sounds.clicks(minute, 400))],
    "ten minutes of crackle": [10, sounds.clicks(minute, 150)],
    "ten minutes of distant babble": [10, babble(minute, -60)],
  };
  for (const [name, [minutes, sound]] of Object.entries(noises)) {
    test(name, async () => {
      const repeated = sounds.concat(...Array.from({ length: minutes }, () => sound));
      assert.deepEqual(await hear(repeated), []);
    });
  }
});

test("a cough does not interrupt", async () => {
  for (let seed = 0; seed < 10; seed++) {
    const told = await hear(sounds.concat(sounds.silence(1_000), sounds.cough(250, -20, seed), sounds.silence(1_000)));
    assert.ok(told.every(({ heard }) => heard.kind !== "voice"));
  }
});

test("a short key press does not interrupt", async () => {
  for (const key of "0123456789*#") {
    const told = await hear(sounds.concat(sounds.silence(1_000), sounds.dtmf(key, 120, -15), sounds.silence(1_000)));
    assert.ok(told.every(({ heard }) => heard.kind !== "voice"));
  }
});

test("a caller who speaks softly after loud keys is heard", async () => {
  const keys = [..."1470"].map((key) => sounds.concat(sounds.dtmf(key, 150, -6), sounds.silence(150)));
  const soft = sounds.atLevel(speak("What time do you open tomorrow?"), -32);
  const told = await hear(
    sounds.concat(sounds.silence(500), ...keys, sounds.silence(700), soft, sounds.silence(1_500)),
  );
  assert.equal(utterancesIn(told).length, 1);
});
