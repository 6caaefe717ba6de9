import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Call } from "../../../src/calls/call.js";
import { type LiveCall, LiveCalls } from "../../../src/calls/live-calls.js";
import { Transcript } from "../../../src/conversation/transcript.js";
import { Scope } from "../../../src/kernel/scope.js";

function call(callId: string): LiveCall {
  const begun = { callId, owner: "me", direction: "inbound", extension: "8000", status: "ringing" } as const;
  return { call: new Call(begun, new Transcript("")), scope: new Scope("call") };
}

test("calls are refused while there are as many as there may be", () => {
  const live = new LiveCalls(2);
  const [one, two] = [call("1"), call("2")];
  live.add(one);
  assert.equal(live.refusal, undefined);
  live.add(two);
  assert.equal(live.refusal, "busy");
  live.remove(one);
  assert.equal(live.refusal, undefined);
  live.remove(one);
  assert.equal(live.count, 1);
});

test("draining without calls is over at once, and no call is taken after it", async () => {
  const live = new LiveCalls(2);
  await live.drain();
  assert.equal(live.refusal, "shutting_down");
  assert.ok(live.windDown.aborted);
});

test("draining winds all calls down and waits for the last, whoever asks", async () => {
  const live = new LiveCalls(2);
  const [one, two] = [call("1"), call("2")];
  live.add(one);
  live.add(two);
  let drained = 0;
  void live.drain().then(() => drained++);
  void live.drain().then(() => drained++);
  assert.ok(live.windDown.aborted);
  live.remove(one);
  await setImmediate();
  assert.equal(drained, 0);
  live.remove(two);
  await setImmediate();
  assert.equal(drained, 2);
});

test("calls to be placed wait for a line, in the order in which they came", () => {
  const live = new LiveCalls(1, 2);
  const [one, two, three] = [call("1"), call("2"), call("3")];
  const begun: string[] = [];
  const enter = (each: LiveCall) => live.enqueue(each, () => begun.push(each.call.record.callId));
  assert.deepEqual([enter(one), enter(two), enter(three)], [null, 1, 2]);
  assert.throws(() => enter(call("4")), { code: "queue_full" });
  assert.deepEqual([live.count, live.queued, begun], [1, 2, ["1"]]);
  assert.equal(live.find("3"), three);
  live.remove(one);
  live.remove(two);
  assert.deepEqual([live.count, live.queued, begun], [1, 0, ["1", "2", "3"]]);
});

test("a call that is cancelled while it waits never begins", () => {
  const live = new LiveCalls(1, 2);
  const [one, two] = [call("1"), call("2")];
  live.enqueue(one, () => {});
  live.enqueue(two, () => assert.fail("it was cancelled"));
  two.scope.end();
  assert.equal(live.queued, 0);
  live.remove(one);
  assert.equal(live.count, 0);
});

test("draining lets go of calls that wait", async () => {
  const live = new LiveCalls(1, 2);
  const [one, two] = [call("1"), call("2")];
  live.enqueue(one, () => {});
  live.enqueue(two, () => assert.fail("the process is leaving"));
  const drained = live.drain();
  assert.equal(two.scope.ending?.kind, "shutting_down");
  assert.throws(() => live.checkCapacity(), { code: "unavailable" });
  live.remove(one);
  live.remove(two);
  await drained;
});

test("a call that has left its line frees it, and is known until it is written down", async () => {
  const live = new LiveCalls(1, 2);
  const [one, two] = [call("1"), call("2")];
  let begun = 0;
  live.enqueue(one, () => {});
  live.enqueue(two, () => begun++);
  live.freeLine(one);
  live.freeLine(one);
  assert.deepEqual([begun, live.count, [...live]], [1, 1, [two]]);
  assert.equal(live.find("1"), one);
  live.remove(one);
  assert.equal(live.find("1"), undefined);
  assert.equal(live.count, 1);
});

test("a call that is cancelled while it waits is known until it is written down, and draining waits for that", async () => {
  const live = new LiveCalls(1, 2);
  const [one, two] = [call("1"), call("2")];
  live.enqueue(one, () => {});
  live.enqueue(two, () => assert.fail("it was cancelled"));
  two.scope.end();
  assert.equal(live.find("2"), two);
  live.remove(one);
  let drained = false;
  const draining = live.drain().then(() => {
    drained = true;
  });
  await setImmediate();
  assert.equal(drained, false);
  live.remove(two);
  await draining;
  assert.equal(live.find("2"), undefined);
});

test("a call knows its place in the queue while it waits, and moves up", () => {
  const live = new LiveCalls(1, 3);
  const [one, two, three, four] = [call("1"), call("2"), call("3"), call("4")];
  for (const each of [one, two, three, four]) live.enqueue(each, () => {});
  const positions = () => ["1", "2", "3", "4"].map((callId) => live.positionOf(callId));
  assert.deepEqual(positions(), [null, 1, 2, 3]);
  two.scope.end();
  assert.deepEqual(positions(), [null, null, 1, 2]);
  live.freeLine(one);
  assert.deepEqual(positions(), [null, null, null, 1]);
});

test("ten thousand calls leave nothing behind", () => {
  const live = new LiveCalls(10, 10_000);
  const calls = Array.from({ length: 10_000 }, (_, i) => call(String(i)));
  for (const each of calls) live.enqueue(each, () => {});
  assert.deepEqual([live.count, live.queued], [10, 9_990]);
  for (const each of calls) {
    each.scope.end();
    live.remove(each);
  }
  assert.deepEqual([live.count, live.queued, live.find("5")], [0, 0, undefined]);
});
