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
  const hears = (endedAt: number, samples = tone) => {
    now = endedAt;
    return recogniser.transcribe([{ samples, startedAt: endedAt - 500, endedAt, silentMs: 200 }], signal);
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
