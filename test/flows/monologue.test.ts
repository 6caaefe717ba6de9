import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, samplesIn } from "../../src/audio/pcm.js";
import { startTalk } from "../support/fakes/talk.js";
import { atLevel, concat } from "../support/listening/sounds.js";
import { speechOf } from "../support/scenarios/real-voice.js";
import { startVirtualCall } from "../support/scenarios/virtual-call.js";

const MAX_SPEECH_SECONDS = 4;
const CALLER_DBFS = -26;

const story = (voice: "rms" | "awb", dbfs: number) =>
  atLevel(
    concat(
      speechOf("Well I bought a lamp from you and when I came home there was a crack in the glass", voice),
      speechOf("so I would like to bring it back or to have another one sent to me on Monday", voice),
    ),
    dbfs,
  );

/**
 * How long after the end of a caller who has talked for so long the model is asked, ms, while somebody behind them never
 * pauses.
 */
async function answeredAfter(talkMs: number, behindDbfs: number): Promise<number> {
  const behind = story("awb", behindDbfs);
  let at = 0;
  const call = await startVirtualCall({
    seed: 1,
    listening: { maxSpeechSeconds: MAX_SPEECH_SECONDS },
    onFrame() {
      at = (at + FRAME_SAMPLES) % (behind.length - FRAME_SAMPLES);
      return [behind.subarray(at, at + FRAME_SAMPLES)];
    },
  });
  const { talk, track, clock } = call;
  talk.stt.script = () => ["I would like to bring back a lamp"];
  await clock.runs(2_000);
  const from = track.ms;
  const said = story("rms", CALLER_DBFS);
  track.add({ at: from, samples: concat(said, said).subarray(0, samplesIn(talkMs)), text: "story" });
  await clock.runsUntil(() => talk.model.requests.length > 0 && track.ms > from + talkMs, 60_000);
  const after = track.ms - from - talkMs;
  await call.end();
  return after;
}

for (const talkMs of [4_100, 4_800, 6_500]) {
  test(`a caller who has talked for ${talkMs} ms, longer than the maximum, is answered although a voice behind them continues`, async () => {
    const after = await answeredAfter(talkMs, CALLER_DBFS - 12);
    assert.ok(after <= 3_000, `${after} ms after their end`);
  });
}

test("if the voice behind the caller is as loud as theirs, they are answered after twice the maximum", async () => {
  const after = await answeredAfter(4_500, CALLER_DBFS);
  assert.ok(after <= 2 * 1_000 * MAX_SPEECH_SECONDS, `${after} ms after their end`);
});

test("a waiting message does not come between a caller who has talked for too long and their answer", async (t) => {
  const { talk } = await startTalk(t, { listening: { maxSpeechSeconds: 0.8 } });
  talk.stt.next("I would like to bring back a lamp");
  talk.model.next("Bring it.");
  await talk.speaks();
  await talk.pauses(200);
  const heard = talk.call.interjections.say("Your tea is ready.");
  await talk.settles();
  await talk.passes(3_000);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Bring it."]);
  await talk.hearsAll();
  assert.deepEqual(talk.heard.at(-1), "Your tea is ready.");
  assert.equal(await heard, true);
});
