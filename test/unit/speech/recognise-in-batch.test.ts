import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createLatency } from "../../../src/speech/latency.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";
import { gate, STALL } from "../../support/fakes/requests.js";

const SPEECH = { samples: new Int16Array(320), startedAt: 0, endedAt: 20, silentMs: 0 };
const FOREVER = new AbortController().signal;

/** A call's recogniser that usually takes this long, in ms. */
function recogniserOf(usualMs: number) {
  const stt = new FakeSpeechToText();
  const latency = createLatency();
  latency.count(usualMs);
  const recogniser = recogniseInBatch(stt, latency);
  const open = () => stt.requests.filter((request) => request.open).length;
  return { stt, latency, open, ask: (signal = FOREVER) => recogniser.transcribe([SPEECH], signal) };
}

test("a slow recogniser has one request of a call at a time", async () => {
  const { stt, open, ask } = recogniserOf(1_500);
  const [first, second] = [gate(), gate()];
  stt.next(first, "one");
  stt.next(second, "two");
  const answers = [ask(), ask()];
  await setImmediate();
  assert.equal(open(), 1);
  first.open();
  assert.equal(await answers[0], "one");
  await setImmediate();
  assert.equal(open(), 1);
  second.open();
  assert.equal(await answers[1], "two");
});

test("a quick recogniser has several", async () => {
  const { stt, open, ask } = recogniserOf(200);
  const held = gate();
  stt.next(held, "one");
  stt.next(held, "two");
  const answers = [ask(), ask()];
  await setImmediate();
  assert.equal(open(), 2);
  held.open();
  assert.deepEqual(await Promise.all(answers), ["one", "two"]);
});

test("a request that is withdrawn before its turn is never sent", async () => {
  const { stt, ask } = recogniserOf(1_500);
  const held = gate();
  stt.next(held, "one");
  stt.next("three");
  const withdrawal = new AbortController();
  const [first, second, third] = [ask(), ask(withdrawal.signal), ask()];
  withdrawal.abort(new Error("the caller went on"));
  await assert.rejects(second, /went on/);
  held.open();
  assert.deepEqual([await first, await third, stt.requests.length], ["one", "three", 2]);
});

test("a request that is withdrawn makes way for the next", async () => {
  const { stt, ask } = recogniserOf(1_500);
  stt.next(STALL);
  stt.next("two");
  const withdrawal = new AbortController();
  const [first, second] = [ask(withdrawal.signal), ask()];
  await setImmediate();
  withdrawal.abort(new Error("interrupted"));
  await assert.rejects(first, /interrupted/);
  assert.equal(await second, "two");
});

test("what one call has asked does not hold up another", async () => {
  const { stt, latency, open, ask } = recogniserOf(1_500);
  const other = recogniseInBatch(stt, latency);
  stt.next(STALL);
  stt.next("of the other call");
  const withdrawal = new AbortController();
  const first = ask(withdrawal.signal);
  assert.equal(await other.transcribe([SPEECH], FOREVER), "of the other call");
  assert.equal(open(), 1);
  withdrawal.abort(new Error("over"));
  await assert.rejects(first, /over/);
});
