import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwnVoice } from "../../../src/listening/own-voice.js";
import { atLevel, silence } from "../../support/listening/sounds.js";

/** A tone of 500 Hz. */
const tone = (ms: number, dbfs = -20) =>
  atLevel(
    silence(ms).map((_, i) => 9_000 * Math.sin((2 * Math.PI * 500 * i) / 16_000)),
    dbfs,
  );

/** At which of these times something was played, asked once all of them have passed. */
const playedAt = (ownVoice: ReturnType<typeof createOwnVoice>, times: readonly number[]) =>
  times.filter((at) => ownVoice.levelAt(at) > -40);

test("what is sent at once is played at its own pace, from when the queue was empty", () => {
  const ownVoice = createOwnVoice();
  ownVoice.play(tone(200), 1_000);
  ownVoice.play(tone(100), 1_010);
  ownVoice.levelAt(1_600);
  assert.deepEqual(playedAt(ownVoice, [980, 1_000, 1_280, 1_300, 1_400]), [1_000, 1_280]);
  ownVoice.play(tone(40), 1_500);
  ownVoice.levelAt(1_600);
  assert.deepEqual(playedAt(ownVoice, [1_300, 1_480, 1_500, 1_520, 1_540]), [1_500, 1_520]);
});

test("samples short of a frame wait for those that follow", () => {
  const ownVoice = createOwnVoice();
  for (let i = 0; i < 10; i++) ownVoice.play(tone(10), 1_000);
  ownVoice.levelAt(1_300);
  assert.deepEqual(playedAt(ownVoice, [1_000, 1_080, 1_100]), [1_000, 1_080]);
});

test("a pause keeps what is queued, and a flush throws it away and ends the pause", () => {
  const ownVoice = createOwnVoice();
  ownVoice.play(tone(400), 1_000);
  ownVoice.pause(1_100);
  ownVoice.resume(1_500);
  ownVoice.levelAt(1_620);
  assert.deepEqual(playedAt(ownVoice, [1_080, 1_100, 1_480, 1_500, 1_580]), [1_080, 1_500, 1_580]);
  ownVoice.pause(1_620);
  ownVoice.flush(1_640);
  ownVoice.play(tone(40), 1_700);
  ownVoice.levelAt(1_900);
  assert.deepEqual(playedAt(ownVoice, [1_660, 1_700, 1_720, 1_740]), [1_700, 1_720]);
});

test("our voice is audible until its last echo may have come, and silence is not", () => {
  const ownVoice = createOwnVoice();
  assert.equal(ownVoice.isAudible(0), false);
  ownVoice.play(tone(100), 1_000);
  ownVoice.play(silence(5_000), 1_000);
  assert.equal(ownVoice.isAudible(1_100), true);
  assert.equal(ownVoice.isAudible(1_680), true);
  assert.equal(ownVoice.isAudible(1_720), false);
});

test("our voice begins with the first sound after a silence, and not with what goes on after a pause", () => {
  const ownVoice = createOwnVoice();
  const begunBy = (at: number) => {
    ownVoice.levelAt(at);
    return ownVoice.begunAt;
  };
  ownVoice.pause(500); // What is held back until somebody has finished begins when it is let go.
  ownVoice.play(tone(2_000), 600);
  ownVoice.resume(1_000);
  assert.equal(begunBy(1_100), 1_000);
  ownVoice.pause(1_200);
  ownVoice.resume(2_600);
  assert.equal(begunBy(2_700), 1_000);
  ownVoice.flush(3_000);
  ownVoice.play(tone(100), 5_000);
  assert.equal(begunBy(5_100), 5_000);
});
