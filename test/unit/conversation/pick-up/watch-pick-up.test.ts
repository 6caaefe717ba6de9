import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { FRAME_SAMPLES } from "../../../../src/audio/pcm.js";
import { tone } from "../../../../src/audio/tone.js";
import { watchPickUp } from "../../../../src/conversation/pick-up/watch-pick-up.js";
import { Scope } from "../../../../src/kernel/scope.js";
import { createVoiceActivity } from "../../../../src/listening/voice-activity.js";
import { createLog } from "../../../../src/observability/log.js";
import { recogniseInBatch } from "../../../../src/speech/recognise-in-batch.js";
import { monitored } from "../../../../src/turn-taking/monitored-line.js";
import { says } from "../../../support/backends/says.js";
import { createAudioClock } from "../../../support/fakes/audio-clock.js";
import { FakeLine } from "../../../support/fakes/fake-line.js";
import { FakeModel } from "../../../support/fakes/fake-model.js";
import { FakeSpeechToText } from "../../../support/fakes/fake-speech-to-text.js";
import { silence } from "../../../support/fakes/talk.js";

/** Watches a line whose telephone sends frames only while it makes these sounds. */
async function watching(t: TestContext, ...sounds: readonly Int16Array[]) {
  (await createVoiceActivity())[Symbol.dispose]();
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const scope = new Scope("call");
  t.after(() => scope.end());
  const fake = new FakeLine(scope);
  const log = createLog({ level: "error", transcripts: false, sink: () => {} });
  const recogniser = recogniseInBatch(new FakeSpeechToText());
  const needs = { line: monitored(fake), listening: {}, recogniser, isAvailable: () => true, log, language: "en" };
  const watch = watchPickUp({ ...needs, model: new FakeModel() }, scope, "");
  const frames = sounds.flatMap((sound) =>
    Array.from({ length: sound.length / FRAME_SAMPLES }, (_, at) =>
      sound.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES),
    ),
  );
  const clock = createAudioClock(t, fake, () => fake.says(frames.shift() ?? new Int16Array()));
  const soundEnds = () => clock.runsUntil(() => frames.length === 0, 20_000);
  return { watch, clock, soundEnds };
}

test("a person who waits on a telephone that sends nothing in silence is known to be one", async (t) => {
  const { watch, clock, soundEnds } = await watching(t, silence(500), await says("What time is it?"));
  await soundEnds();
  await clock.runs(2_000);
  assert.deepEqual(watch.state.finding, { who: "human", evidence: "length" });
});

test("a beep ends, and silence and time go on, where nothing is sent in silence", async (t) => {
  const { watch, clock, soundEnds } = await watching(t, silence(500), tone(1_000, 400));
  await soundEnds();
  await clock.runs(5_000);
  assert.equal(watch.toneAt, 900);
  assert.ok(watch.quietMs >= 4_000, `quiet for ${watch.quietMs} ms`);
  assert.ok(Math.abs(watch.soundMs - 5_900) <= 200, `${watch.soundMs} ms of sound`);
});
