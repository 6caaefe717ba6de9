import assert from "node:assert/strict";
import { test } from "node:test";
import { createLatency } from "../../../src/speech/latency.js";
import { awaitedAnswer } from "../../../src/turn-taking/like-words.js";
import { speak } from "../../support/listening/voices.js";
import { pinkNoise } from "../../support/listening/sounds.js";

const NOISE = [{ samples: pinkNoise(2_000, -36, 1) }];

for (const [what, p95Ms, awaitedAfterMs] of [
  ["when it is overdue", 300, 360],
  ["when no repeated words can be the reason any more", 1_000, 5_000],
  ["after six seconds at the latest", 2_500, 6_000],
] as const) {
  test(`the transcript of noise is awaited ${what}`, (t) => {
    let now = 10_000;
    t.mock.method(performance, "now", () => now);
    const latency = createLatency();
    latency.count(p95Ms);
    const isAwaited = awaitedAnswer(NOISE, latency);
    now += awaitedAfterMs;
    assert.equal(isAwaited(), false);
    now++;
    assert.equal(isAwaited(), true);
  });
}

test("the transcript of speech is awaited from the first moment on", () => {
  assert.equal(awaitedAnswer([{ samples: speak("What does it cost?") }], createLatency())(), true);
});
