import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createLatency, QUICK_MS } from "../../../src/speech/latency.js";

/** Time that passes only while a request is served. */
function virtualTime(t: TestContext) {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  return (ms: number, outcome: Promise<string> = Promise.resolve("words")) =>
    async () => {
      now += ms;
      return outcome;
    };
}

test("a recogniser that was never asked counts as quick", () => {
  const { p95Ms, isQuick } = createLatency();
  assert.deepEqual([p95Ms, isQuick], [0, true]);
});

test("one slow answer in twenty does not make a recogniser slow, two do", () => {
  const latency = createLatency();
  for (let i = 0; i < 25; i++) latency.count(200);
  latency.count(3_000);
  assert.deepEqual([latency.p95Ms, latency.isQuick], [200, true]);
  latency.count(3_000);
  assert.deepEqual([latency.p95Ms, latency.isQuick], [3_000, false]);
});

test("the request for which a server loads its model is forgotten at the next", () => {
  const latency = createLatency();
  latency.count(9_000);
  assert.equal(latency.p95Ms, 9_000);
  latency.count(300);
  assert.equal(latency.p95Ms, 300);
  latency.count(400);
  assert.equal(latency.p95Ms, 400);
});

test("twenty quick answers make a slow recogniser quick again", () => {
  const latency = createLatency();
  for (let i = 0; i < 30; i++) latency.count(2_000);
  for (let i = 0; i < 20; i++) latency.count(QUICK_MS - 1);
  assert.equal(latency.isQuick, true);
});

test("a request that was given up counts once it had taken longer than nearly all others", async (t) => {
  const takes = virtualTime(t);
  const latency = createLatency();
  const gaveUp = () => Promise.reject(new Error("withdrawn"));
  await latency.time(takes(500));
  await latency.time(takes(500));
  await assert.rejects(latency.time(takes(100, gaveUp())), /withdrawn/);
  assert.equal(latency.p95Ms, 500);
  await assert.rejects(latency.time(takes(2_000, gaveUp())), /withdrawn/);
  assert.equal(latency.p95Ms, 2_000);
});

test("the observer is called after each request that counts", () => {
  const seen: number[] = [];
  const latency = createLatency(({ p95Ms }) => seen.push(p95Ms));
  latency.count(700);
  latency.count(300);
  assert.deepEqual(seen, [700, 300]);
});
