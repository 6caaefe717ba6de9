import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOwnVoice } from "../../../src/listening/own-voice.js";
import { listenForUtterances } from "../../../src/listening/utterances.js";
import { createVoiceActivity } from "../../../src/listening/voice-activity.js";
import { FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { FULL } from "../../support/form.js";
import { percentileOf } from "../../support/distribution.js";
import { babble, conversation, listenTo, utterancesIn } from "../../support/listening/conversation.js";
import { TUNED } from "../../support/listening/casts.js";
import { NOISE_NAMES, type NoiseName, NOISES } from "../../support/listening/noises.js";
import { disturbance, type Echo, interruption, type SceneOptions, sceneOf } from "../../support/listening/scenes.js";
import { atLevel, concat, mix, pinkNoise, silence, telephoneBand } from "../../support/listening/sounds.js";
import { speak } from "../../support/listening/voices.js";
import { hearScene, judge, type Verdict } from "../../support/listening/watch.js";

/** Each with another voice. */
const TRIALS = FULL ? 10 : 2;

async function verdicts(make: (trial: number) => Parameters<typeof hearScene>[0]): Promise<Verdict[]> {
  const all: Verdict[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const scene = make(trial);
    all.push(judge(scene, await hearScene(scene)));
  }
  return all;
}

describe("a caller who speaks while we do is told in time, however short it is", () => {
  const echoes: readonly (Echo | undefined)[] = [undefined, { db: -20, delayMs: 150 }, { db: -30, delayMs: 400 }];
  const scenes: Record<string, SceneOptions> = {
    "who has spoken before": {},
    "in the greeting": { known: false },
    "on a narrow line": { line: telephoneBand },
  };
  for (const [name, options] of Object.entries(scenes)) {
    test(name, async () => {
      for (const echo of options.line ? [undefined] : echoes) {
        const delays: number[] = [];
        for (const kind of ["orders", "sentences"] as const) {
          const all = await verdicts((trial) =>
            sceneOf(TUNED, trial, interruption(TUNED, trial, kind), { ...options, ...(echo && { echo }) }),
          );
          for (const { delay, falseVoices } of all) {
            assert.equal(falseVoices, 0);
            assert.ok(delay !== undefined, "not told");
            delays.push(delay);
          }
        }
        assert.ok(percentileOf(delays, 0.5) <= 200, `median ${percentileOf(delays, 0.5)} ms`);
        assert.ok(percentileOf(delays, 0.95) <= 400, `95th percentile ${percentileOf(delays, 0.95)} ms`);
      }
    });
  }
});

test("a word with hardly any pitch is somebody's where it is as loud as a caller, and has a voice", () => {
  const told = (dbfs: number, isClear: boolean) => {
    const ownVoice = createOwnVoice();
    const heard: string[] = [];
    using listening = listenForUtterances({
      voiceActivity: { isVoice: (_, level) => level > -50, isNoisy: false, [Symbol.dispose]() {} },
      evidence: { begin() {}, hear() {}, isVoice: true, isClear, isOverdue: false },
      ownVoice,
      tell: ({ kind }) => heard.push(kind),
    });
    ownVoice.play(atLevel(speak(TUNED.replies[0] ?? "", "slt"), -20), 0);
    const sound = concat(pinkNoise(2_000, -64), pinkNoise(300, dbfs), silence(1_000));
    for (let at = 0; at < sound.length; at += FRAME_SAMPLES) listening.hear(sound.subarray(at, at + FRAME_SAMPLES));
    return heard.includes("utterance");
  };
  assert.deepEqual([told(-22, true), told(-42, true), told(-22, false)], [true, false, false]);
});

test("who goes on as we begin to answer is told sooner, where the line is known to return nothing of us", async () => {
  const median = async (options: SceneOptions) => {
    const goesOn = (trial: number) => interruption(TUNED, trial, "sentences");
    const all = await verdicts((trial) => sceneOf(TUNED, trial, goesOn(trial), { afterMs: 107, ...options }));
    assert.equal(all.filter(({ falseVoices }) => falseVoices > 0).length, 0);
    return percentileOf(
      all.map(({ delay = Number.POSITIVE_INFINITY }) => delay),
      0.5,
    );
  };
  const [soon, later, returned] = [
    await median({}),
    await median({ afterMs: 1_507 }),
    await median({ echo: { db: -30, delayMs: 150 } }),
  ];
  assert.ok(soon < later && soon < returned, `${soon} ms, ${later} in the middle of a reply, ${returned} with an echo`);
});

test("whether a line may return our words is known once we have spoken on it", () => {
  const known = [undefined, -60, -25].map((db) => {
    const ownVoice = createOwnVoice();
    using listening = listenForUtterances({
      voiceActivity: { isVoice: () => false, isNoisy: false, [Symbol.dispose]() {} },
      ownVoice,
      tell: () => {},
    });
    const ours = atLevel(speak(TUNED.replies[0] ?? "", "slt"), -20);
    if (db !== undefined) ownVoice.play(ours, 0);
    const returned = atLevel(ours, -20 + (db ?? 0));
    for (let at = 0; at < returned.length; at += FRAME_SAMPLES) {
      listening.hear(returned.subarray(at, at + FRAME_SAMPLES));
    }
    return listening.mayEcho;
  });
  assert.deepEqual(known, [true, false, true]);
});

describe("our own echo interrupts us no more", () => {
  for (const db of [-20, -30]) {
    for (const delayMs of [60, 150, 300, 400]) {
      test(`${db} dB, ${delayMs} ms late`, async () => {
        const all = await verdicts((trial) => sceneOf(TUNED, trial, undefined, { echo: { db, delayMs } }));
        assert.equal(all.filter(({ falseVoices }) => falseVoices > 0).length, 0);
        assert.ok(all.filter(({ falseUtterances }) => falseUtterances > 0).length <= 1, "nor is it what somebody said");
      });
    }
  }
});

describe("while we speak nobody falls silent for", () => {
  const allowed: Partial<Record<NoiseName, number>> = { cough: 1, door: 1 };
  for (const name of NOISE_NAMES) {
    if (name === "music") continue; // It has pitch and beat: what it says is for the recogniser to tell.
    test(name, async () => {
      const all = await verdicts((trial) => sceneOf(TUNED, trial, disturbance(TUNED, name, trial)));
      const told = all.filter(({ falseVoices }) => falseVoices > 0).length;
      assert.ok(told <= (allowed[name] ?? 0), `${told} of ${TRIALS}`);
    });
  }
});

/** How often `voice` is told in a sound that we speak over all the time, and when. */
async function voicesOver(sound: Int16Array, dismiss: boolean): Promise<number[]> {
  const ownVoice = createOwnVoice();
  const told: number[] = [];
  let dismissAt = Number.POSITIVE_INFINITY;
  using listening = listenForUtterances({
    voiceActivity: await createVoiceActivity(),
    ownVoice,
    tell: ({ kind }) => {
      if (kind !== "voice") return;
      told.push(listening.lineTimeMs);
      if (dismiss) dismissAt = listening.lineTimeMs + 300;
    },
  });
  const ours = atLevel(speak("We are open on weekdays from nine to five, and on Saturdays until noon."), -20);
  for (let at = 0; at < 30_000; at += 4_000) ownVoice.play(ours, at);
  for (let from = 0; from + FRAME_SAMPLES <= sound.length; from += FRAME_SAMPLES) {
    listening.hear(sound.subarray(from, from + FRAME_SAMPLES));
    if (listening.lineTimeMs < dismissAt) continue;
    listening.dismiss("noise");
    dismissAt = Number.POSITIVE_INFINITY;
  }
  return told;
}

test("what was dismissed does not interrupt again and again", async () => {
  const music = concat(silence(1_000), NOISES.music(1), NOISES.music(1), NOISES.music(1));
  const told = await voicesOver(music, true);
  assert.ok(told.length <= 4, `${told.length} times in 18 s`);
  for (const [i, at] of told.entries()) assert.ok(i === 0 || at - (told[i - 1] ?? 0) > 2_000, `${told}`);
});

test("a caller whose murmur was dismissed gets through with their next word", async () => {
  const murmur = atLevel(speak("Yes.", "rms"), -28);
  const order = atLevel(speak("Stop, please wait a moment.", "rms"), -26);
  const told = await voicesOver(concat(silence(2_000), murmur, silence(2_500), order, silence(1_000)), true);
  assert.equal(told.length, 2, `${told}`);
});

describe("whatever goes on behind the caller, the end of what they say is found", () => {
  /** Whoever answers needs 700 ms more; and nobody is to wait for more than three seconds. */
  const MAX_LATE_MS = 2_200;
  const behind: Record<string, (dbfs: number) => Int16Array> = {
    babble: (dbfs) => babble(20_000, dbfs),
    television: (dbfs) => atLevel(concat(NOISES.television(1), NOISES.television(2), NOISES.television(3)), dbfs),
    music: (dbfs) => atLevel(concat(NOISES.music(1), NOISES.music(2), NOISES.music(3)), dbfs),
  };
  const { sound, spoken } = conversation(-26, 3_000);
  for (const [name, snr] of [
    ["babble", 10],
    ["babble", 5],
    ["television", 15],
    ["television", 10],
    ["music", 10],
  ] as const) {
    test(`${name} ${snr} dB below them`, async () => {
      const told = utterancesIn(
        listenTo(mix(sound, behind[name]?.(-26 - snr) ?? silence(0)), await createVoiceActivity()),
      );
      const late = spoken.filter(({ from, to }) => {
        const last = told.filter(({ startedAt, endedAt }) => startedAt < to + 100 && endedAt > from - 100).at(-1);
        return last === undefined || last.at - to > MAX_LATE_MS;
      });
      assert.ok(late.length <= 3, `${late.length} of ${spoken.length}`);
    });
  }
});
