import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Scope } from "../../../src/kernel/scope.js";
import { createLatency } from "../../../src/speech/latency.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { recogniseSoon } from "../../../src/turn-taking/recognise-soon.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";
import { STALL } from "../../support/fakes/requests.js";

const SPEECH = { samples: new Int16Array(320), startedAt: 0, endedAt: 20, silentMs: 200 };

for (const [what, p95Ms, givenUpAfterMs] of [
  ["a quick recogniser for two seconds", 300, 2_000],
  ["a slow one for five times what it usually takes: it may write a loop first", 1_000, 5_000],
  ["a very slow one for eight seconds", 2_500, 8_000],
] as const) {
  test(`a transcript is waited for: ${what}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await using scope = new Scope("call");
    const stt = new FakeSpeechToText();
    stt.next(STALL);
    const latency = createLatency();
    latency.count(p95Ms);
    const recognition = { recogniser: recogniseInBatch(stt, latency), isAvailable: () => true };
    let isOver = false;
    const text = recogniseSoon(SPEECH, recognition, scope).finally(() => (isOver = true));
    await setImmediate();
    t.mock.timers.tick(givenUpAfterMs - 1);
    await setImmediate();
    assert.equal(isOver, false);
    t.mock.timers.tick(1);
    assert.equal(await text, undefined);
  });
}
