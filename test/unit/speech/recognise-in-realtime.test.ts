import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { samplesIn } from "../../../src/audio/pcm.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLatency } from "../../../src/speech/latency.js";
import { recogniseInRealtime } from "../../../src/speech/recognise-in-realtime.js";

const UTTERANCE_MS = 1_000;
const { signal } = new AbortController();

/** A call whose sessions answer or not; the server closes each when the test says so. */
function startCall({ answers }: { answers: boolean }) {
  const opened: Scope[] = [];
  const failed: string[] = [];
  const recogniser = recogniseInRealtime({
    scope: new Scope("call"),
    open(scope) {
      opened.push(scope);
      const commit = () => (answers ? Promise.resolve("session") : new Promise<string>(() => {}));
      return Promise.resolve({ append() {}, commit, clear() {} });
    },
    isAvailable: () => true,
    otherwise: {
      hear() {},
      heard() {},
      transcribe: () => Promise.resolve("batch"),
      hasPartials: false,
      latency: createLatency(),
      onPartial: () => () => {},
    },
    watch: { opened() {}, failed: (detail) => failed.push(detail), answered() {}, missed() {} },
  });
  let startedAt = 0;
  const samples = new Int16Array(samplesIn(UTTERANCE_MS));
  return {
    opened,
    failed,
    close: () => opened.at(-1)?.end(),
    async begins() {
      startedAt += 10_000;
      recogniser.hear({ samples, startedAt, endedAt: startedAt + UTTERANCE_MS });
      await setImmediate();
    },
    ends() {
      const speech = { samples, startedAt, endedAt: startedAt + UTTERANCE_MS, silentMs: 700 };
      recogniser.heard(speech);
      return recogniser.transcribe([speech], signal);
    },
  };
}

test("a server that closes each session after it has served is asked for as many as the call needs, and has not failed", async () => {
  const call = startCall({ answers: true });
  const words = [];
  for (let i = 0; i < 6; i++) {
    await call.begins();
    words.push(await call.ends());
    await setImmediate();
    call.close();
  }
  assert.deepEqual(
    words,
    Array.from(words, () => "session"),
  );
  assert.deepEqual([call.opened.length, call.failed.length], [6, 0]);
});

test("a session that has served and ends while its words are expected has failed", async () => {
  const call = startCall({ answers: true });
  await call.begins();
  await call.ends();
  await call.begins();
  call.close();
  assert.equal(await call.ends(), "batch");
  assert.equal(call.failed.length, 1);
});

test("sessions that deliver nothing are given up after the third", async () => {
  const call = startCall({ answers: false });
  for (let i = 0; i < 6; i++) {
    await call.begins();
    const words = call.ends();
    call.close();
    assert.equal(await words, "batch");
  }
  assert.deepEqual([call.opened.length, call.failed.length], [3, 3]);
});
