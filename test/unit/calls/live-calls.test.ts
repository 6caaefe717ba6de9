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
  const enter = (each: LiveCall) => live.enter(each, () => begun.push(each.call.record.callId));
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
  live.enter(one, () => {});
  live.enter(two, () => assert.fail("it was cancelled"));
  two.scope.end();
  assert.equal(live.queued, 0);
  live.remove(one);
  assert.equal(live.count, 0);
});

test("draining lets go of calls that wait", async () => {
  const live = new LiveCalls(1, 2);
  const [one, two] = [call("1"), call("2")];
  live.enter(one, () => {});
  live.enter(two, () => assert.fail("the process is leaving"));
  const drained = live.drain();
  assert.equal(two.scope.ending?.kind, "shutting_down");
  assert.throws(() => live.checkRoom(), { code: "unavailable" });
  live.remove(one);
  await drained;
});
