import assert from "node:assert/strict";
import { test } from "node:test";
import { passing } from "../support/fakes/requests.js";
import { PHRASES } from "../support/fakes/talk.js";
import { atLevel } from "../support/listening/sounds.js";
import { realVoice, speechOf } from "../support/scenarios/real-voice.js";
import { startVirtualCall } from "../support/scenarios/virtual-call.js";

const GREETING = "Good morning, you have reached the shop at the corner of Main Street. We are open from nine to five.";

/** What is asked of a recogniser that takes so long, when this is said over the greeting, and how many requests are open. */
async function askedOver(said: string, tookMs: number, times = 1) {
  const call = await startVirtualCall({
    seed: 1,
    tts: realVoice(100, "slt"),
    phrases: { ...PHRASES, greetings: [GREETING] },
  });
  const { talk, track, clock } = call;
  talk.stt.script = () => [passing(tookMs), ""];
  let most = 0;
  const asked: number[] = [];
  await clock.runs(1_000);
  for (let i = 0; i < times; i++) {
    const before = talk.stt.requests.length;
    track.add({ at: track.ms, samples: atLevel(speechOf(said, "rms"), -26), text: said });
    for (let ms = 0; ms < 2_600; ms += 20) {
      await clock.runs(20);
      most = Math.max(most, talk.stt.requests.filter(({ open }) => open).length);
    }
    asked.push(talk.stt.requests.length - before);
  }
  await call.end();
  return { most, asked };
}

for (const tookMs of [300, 900, 1_900]) {
  test(`a recogniser that takes ${tookMs} ms transcribes one part at a time, and one beginning`, async () => {
    const { most } = await askedOver("I would rather talk to a person please", tookMs);
    assert.equal(most, 2);
  });
}

test("a slow recogniser transcribes the beginning of a word once, and never again", async () => {
  assert.deepEqual((await askedOver("no", 900, 2)).asked, [2, 1]);
});

test("a word whose middle and end sound alike is transcribed once", async () => {
  assert.deepEqual((await askedOver("no", 300)).asked, [1]);
});

test("the words of a caller who answers as soon as we are silent are transcribed when they may have finished, not in mid-word", async () => {
  const call = await startVirtualCall({
    seed: 1,
    tts: realVoice(100, "slt"),
    phrases: { ...PHRASES, greetings: [GREETING] },
  });
  const { talk, track, clock } = call;
  talk.stt.script = () => [passing(300), "no"];
  await clock.runsUntil(() => talk.line.queuedMs > 0, 5_000);
  await clock.runsUntil(() => talk.line.queuedMs === 0, 20_000);
  await clock.runs(100);
  track.add({ at: track.ms, samples: atLevel(speechOf("no", "rms"), -26), text: "no" });
  await clock.runs(1_500);
  assert.equal(talk.stt.requests.length, 1);
  await call.end();
});
