import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesIn } from "../../../src/audio/pcm.js";
import { withWordlessBackoff } from "../../../src/turn-taking/wordless-backoff.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { generate } from "../../support/listening/sounds.js";
import { speak } from "../../support/listening/voices.js";

const { signal } = new AbortController();
const tone = generate(500, -20, (i) => Math.sin((2 * Math.PI * 1_100 * i) / 16_000));

/** A recogniser that finds `found` in everything, and where it was asked, in s of line time. */
function asked(found: () => string) {
  const at: number[] = [];
  let now = 0;
  const recogniser = withWordlessBackoff(
    recogniseInBatch({
      transcribe: () => {
        at.push(now / 1_000);
        return Promise.resolve(found());
      },
    }),
  );
  const hears = (endedAt: number, samples = tone, { startedAt = endedAt - 500, silentMs = 200 } = {}) => {
    now = endedAt;
    return recogniser.transcribe([{ samples, startedAt, endedAt, silentMs }], signal);
  };
  return { at, hears };
}

test("sound without words is asked about three times, and then half as often each time", async () => {
  const { at, hears } = asked(() => "");
  for (let second = 0; second <= 120; second++) await hears(1_000 * second);
  assert.deepEqual(at, [0, 1, 2, 6, 14, 30, 60, 90, 120]);
});

test("what is like speech is asked about at once, and words end the waiting", async () => {
  let words = "";
  const { at, hears } = asked(() => words);
  for (let second = 0; second <= 40; second++) await hears(1_000 * second);
  const before = at.length;
  words = "stop it";
  assert.equal(await hears(41_000), "", "a tone waits");
  assert.equal(await hears(41_500, speak("Please call me back at five.").subarray(0, samplesIn(2_000))), "stop it");
  assert.equal(await hears(42_000), "stop it");
  assert.equal(at.length, before + 2);
});

test("a full stop is no word", async () => {
  const { at, hears } = asked(() => ".");
  for (let second = 0; second <= 10; second++) await hears(1_000 * second);
  assert.deepEqual(at, [0, 1, 2, 6]);
});

test("a sound that is asked about as it goes on counts once per long word", async () => {
  const { at, hears } = asked(() => "");
  for (let endedAt = 200; endedAt <= 6_400; endedAt += 200) await hears(endedAt, tone, { startedAt: 0, silentMs: 0 });
  assert.deepEqual(at, [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 6.2]);
});

test("a short word some time after coughs that were asked about several times each is asked about", async () => {
  let words = "";
  const { hears } = asked(() => words);
  for (const startedAt of [0, 3_000, 6_000, 9_000]) {
    for (const ms of [240, 420, 600]) await hears(startedAt + ms, tone, { startedAt, silentMs: ms === 600 ? 700 : 0 });
  }
  words = "stop";
  const heard = await Promise.all([
    hears(9_900, tone, { startedAt: 9_500, silentMs: 700 }),
    hears(11_500, tone, { startedAt: 11_100, silentMs: 0 }),
    hears(11_500, tone, { startedAt: 11_100, silentMs: 700 }),
  ]);
  assert.deepEqual(heard, ["", "", "stop"], "not as part of a row of sounds, nor half of it");
});
