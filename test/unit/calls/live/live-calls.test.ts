import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Call } from "../../../../src/calls/record/call.js";
import { type LiveCall, LiveCalls } from "../../../../src/calls/live/live-calls.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import { Scope } from "../../../../src/kernel/scope.js";
import type { CallDirection } from "../../../../src/records/call-record.js";

function call(callId: string, direction: CallDirection = "inbound", channelId: string | null = null): LiveCall {
  const begun = { callId, owner: "me", direction, extension: "8000", status: "ringing", channelId } as const;
  return { call: new Call(begun, new Transcript("", Date.now), Date.now), scope: new Scope("call") };
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

test("pages in browsers take half of the lines, and telephones may take all", () => {
  const live = new LiveCalls(5);
  const talks = [call("1"), call("2"), call("3")];
  for (const talk of talks) {
    assert.equal(live.browserRefusal, undefined);
    live.add(talk);
  }
  assert.deepEqual([live.browserRefusal, live.refusal], ["busy", undefined]);
  live.add(call("4", "inbound", "channel"));
  live.add(call("5", "outbound"));
  assert.equal(live.refusal, "busy");
  for (const talk of talks) live.remove(talk);
  assert.equal(live.browserRefusal, undefined);
  for (const id of ["6", "7", "8"]) live.add(call(id, "inbound", id));
  assert.equal(live.browserRefusal, "busy", "all lines are taken");
});

test("chains are counted once, whether their calls are in progress or wait for a line", () => {
  const live = new LiveCalls(1, 5);
  const ofChain = (callId: string, chainId?: string): LiveCall => {
    const begun = { callId, owner: "me", direction: "outbound", extension: "1", status: "queued", chainId } as const;
    return { call: new Call(begun, new Transcript("", Date.now), Date.now), scope: new Scope("call") };
  };
  for (const each of [ofChain("a-1", "a"), ofChain("a-2", "a"), ofChain("b-1", "b"), ofChain("none")]) {
    live.enqueue(each, () => {});
  }
  assert.equal(live.chains, 2);
  const [first] = live;
  assert.ok(first);
  live.remove(first);
  assert.equal(live.chains, 2, "the second call of the first chain has its line");
});

test("draining without calls is over at once, and no call is taken after it", async () => {
  const live = new LiveCalls(2);
  await live.drain();
  assert.equal(live.refusal, "shutting_down");
  assert.ok(live.windDown.aborted);
});

test("draining winds all calls down and waits for the last one", async () => {
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

test("draining releases waiting calls", async () => {
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

test("before a process hands over, what was placed is finished, and callers are still taken", async () => {
  const live = new LiveCalls(2, 5);
  const [talking, placed, waiting] = [call("1"), call("2", "outbound"), call("3", "outbound")];
  live.add(talking);
  live.enqueue(placed, () => {});
  live.enqueue(waiting, () => assert.fail("nobody is called any more"));
  let finished = false;
  const finishing = live.finishPlaced().then(() => (finished = true));
  assert.equal(waiting.scope.ending?.kind, "shutting_down");
  live.remove(waiting);
  assert.throws(() => live.enqueue(call("4", "outbound"), () => {}), { code: "unavailable" });
  await setImmediate();
  assert.equal(finished, false);
  assert.equal(placed.scope.ending, undefined);
  live.remove(placed);
  await finishing;
  assert.equal(live.refusal, undefined);
  assert.equal(live.handOver.aborted, false);

  const handedOver = live.handOverAll();
  assert.ok(live.handOver.aborted && !live.windDown.aborted);
  assert.equal(live.refusal, "shutting_down");
  live.remove(talking);
  await handedOver;
});

test("while the machine has no room, callers are turned away and calls to be placed wait, also when a line is freed", () => {
  let hasRoom = true;
  const taken: string[] = [];
  const admission = { took: () => void taken.push("one"), hasRoom: () => hasRoom };
  const live = new LiveCalls(5, 2, admission);
  const begun: string[] = [];
  const enter = (id: string) => live.enqueue(call(id, "outbound"), () => begun.push(id));
  const talking = call("1");
  live.add(talking);
  hasRoom = false;
  assert.equal(live.refusal, "overloaded");
  assert.deepEqual([enter("2"), enter("3")], [1, 2]);
  assert.throws(() => enter("4"), { code: "queue_full" });
  live.remove(talking);
  live.fillLines();
  assert.deepEqual(begun, []);
  hasRoom = true;
  live.fillLines();
  assert.deepEqual([begun, live.count, live.queued, taken.length], [["2", "3"], 2, 0, 3]);
  assert.equal(live.refusal, undefined);
});

test("a call that arrives while others wait is served after them", () => {
  let hasRoom = false;
  const live = new LiveCalls(5, 2, { took: () => {}, hasRoom: () => hasRoom });
  const begun: string[] = [];
  const enter = (id: string) => live.enqueue(call(id, "outbound"), () => begun.push(id));
  enter("1");
  hasRoom = true;
  enter("2");
  live.fillLines();
  assert.deepEqual(begun, ["1", "2"]);
});
