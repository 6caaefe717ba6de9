import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Scope } from "../../../src/kernel/scope.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { watchForIdle } from "../../../src/turn-taking/idle.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";

const IDLE_MS = 15_000;

for (const [what, transcripts, afterMs] of [
  ["contains no words", [""], IDLE_MS],
  ["contains words at first", ["the news", ""], 2 * IDLE_MS],
  ["cannot be recognised", [new Error("away"), new Error("away")], 2 * IDLE_MS],
  ["cannot be recognised once", [new Error("away"), "the news", new Error("away"), ""], 4 * IDLE_MS],
] as const) {
  test(`of a sound that goes on and ${what} the idle time is over after ${afterMs} ms`, async (t) => {
    let now = 0;
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(performance, "now", () => now);
    const scope = new Scope("call");
    t.after(() => scope.end());
    const stt = new FakeSpeechToText();
    for (const transcript of transcripts) stt.next(transcript);
    const overAt: number[] = [];
    const sound = { samples: new Int16Array(16_000), startedAt: 0, endedAt: 5_000, silentMs: 0 };
    const call = {
      recogniser: recogniseInBatch(stt),
      isAvailable: () => true,
      idleTimeoutMs: IDLE_MS,
      line: new FakeLine(scope),
    };
    const floor = { turn: undefined, soFar: () => sound, put: () => void overAt.push(now), open: () => {} };
    watchForIdle(call, scope, floor).watch();
    while (now < 5 * IDLE_MS) {
      now += IDLE_MS;
      t.mock.timers.tick(IDLE_MS);
      for (let i = 0; i < 20; i++) await setImmediate();
    }
    assert.deepEqual(overAt, [afterMs]);
  });
}
