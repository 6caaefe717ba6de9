import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openFloor } from "../../../src/conversation/floor.js";
import type { Turn } from "../../../src/conversation/turn.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { FakeLine } from "../../support/fakes/fake-line.js";

async function openedFloor(t: TestContext) {
  const scope = new Scope("call");
  t.after(() => scope.end());
  const line = new FakeLine(scope);
  const faults: string[] = [];
  const log = createLog({ level: "error", transcripts: false, sink: (text) => faults.push(text) });
  const metrics = createMetrics({ prefix: "test", node: false });
  const floor = await openFloor({ line, listening: {}, metrics, log }, scope);
  const over: Turn[] = [];
  const idle: boolean[] = [];
  const reading = (async () => {
    for await (const event of floor) {
      if (event.kind === "turn_over") over.push(event.turn);
      if (event.kind === "idle") idle.push(floor.isOpen);
    }
  })();
  return { scope, line, floor, over, idle, faults, reading };
}

/** Unwinds only when told to, however often it is interrupted. */
function stubborn() {
  let unwind = () => {};
  const unwound = new Promise<void>((resolve) => {
    unwind = resolve;
  });
  return { speakUp: () => unwound, unwind };
}

test("a turn begins when the one before has unwound, not when it was cut short", async (t) => {
  const { floor } = await openedFloor(t);
  const first = stubborn();
  floor.take(first.speakUp);
  await setImmediate();
  floor.yield("the caller spoke");
  let begun = false;
  floor.take(async () => {
    begun = true;
  });
  await setImmediate();
  assert.equal(begun, false);
  first.unwind();
  await setImmediate();
  assert.ok(begun);
});

test("a turn that was taken away before it began never begins, and those after it wait for the one before", async (t) => {
  const { floor, over } = await openedFloor(t);
  const first = stubborn();
  floor.take(first.speakUp);
  await setImmediate();
  floor.yield("the caller spoke");
  const begun: string[] = [];
  floor.take(async () => void begun.push("second"));
  floor.yield("the caller spoke again");
  floor.take(async () => void begun.push("third"));
  await setImmediate();
  assert.deepEqual(begun, []);
  first.unwind();
  await setImmediate();
  assert.deepEqual(begun, ["third"]);
  assert.equal(over.length, 3);
});

test("the end of a turn that was cut short is not the end of the one that has the floor", async (t) => {
  const { floor, over } = await openedFloor(t);
  floor.take(async () => {});
  const stale = floor.yield("the caller spoke");
  floor.take(stubborn().speakUp);
  await setImmediate();
  assert.ok(stale && over.includes(stale));
  assert.equal(floor.finish(stale), false);
  assert.ok(floor.turn);
});

test("a turn that comes to its end leaves the floor, once", async (t) => {
  const { floor, over } = await openedFloor(t);
  floor.take(async () => {}, "idle");
  const current = floor.turn;
  await setImmediate();
  assert.deepEqual(over, [current]);
  assert.ok(current?.scope.ending);
  assert.equal(current.farewell, "idle");
  assert.ok(floor.finish(current));
  assert.equal(floor.finish(current), false);
  assert.equal(floor.yield("nothing to leave"), undefined);
});

test("what a turn throws by itself is a fault; what it throws because it was cut short is none", async (t) => {
  const { floor, faults, over } = await openedFloor(t);
  floor.take(async () => Promise.reject(new TypeError("oops")));
  await setImmediate();
  assert.match(String(faults[0]), /oops/);
  floor.take(async ({ scope }) => {
    await new Promise((resolve) => scope.onEnd(() => resolve(undefined)));
    scope.signal.throwIfAborted();
  });
  await setImmediate();
  floor.yield("the caller spoke");
  await setImmediate();
  assert.equal(faults.length, 1);
  assert.equal(over.length, 2);
});

test("turns end with the call, which waits for them to unwind", async (t) => {
  const { scope, floor } = await openedFloor(t);
  const last = stubborn();
  floor.take(last.speakUp);
  await setImmediate();
  scope.end();
  assert.ok(floor.turn?.scope.signal.aborted);
  let closed = false;
  void scope.closed.then(() => {
    closed = true;
  });
  await setImmediate();
  assert.equal(closed, false);
  last.unwind();
  await setImmediate();
  assert.ok(closed);
});

test("a voice and an utterance take the floor from the assistant; what came to nothing does not", async (t) => {
  const { floor } = await openedFloor(t);
  const heard = { at: 0, silentMs: 0 };
  const utterance = { samples: new Int16Array(0), startedAt: 0, endedAt: 0, truncated: false };
  assert.equal(floor.interrupt({ ...heard, kind: "voice" }), undefined, "nobody was interrupted");
  const first = floor.take(stubborn().speakUp);
  assert.equal(floor.interrupt({ ...heard, kind: "discarded" }), undefined);
  assert.equal(floor.turn, first);
  assert.equal(floor.interrupt({ ...heard, kind: "voice" }), first);
  assert.equal(first.scope.ending?.kind, "interrupted");
  const second = floor.take(stubborn().speakUp);
  assert.equal(floor.interrupt({ ...heard, ...utterance, kind: "utterance" }), second);
  assert.equal(floor.turn, undefined);
});

test("an open floor is idle after its time, unless somebody takes it before", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { floor, idle } = await openedFloor(t);
  const passes = async (ms: number) => {
    t.mock.timers.tick(ms);
    await setImmediate();
  };
  floor.open(1_000);
  assert.ok(floor.isOpen);
  floor.take(async () => {});
  assert.equal(floor.isOpen, false);
  await passes(1_000);
  floor.open(1_000);
  floor.yield("the caller spoke");
  await passes(1_000);
  assert.deepEqual(idle, []);
  floor.open(1_000);
  await passes(1_000);
  assert.deepEqual(idle, [true]);
});

test("a floor closes with its scope, and leaves nothing with the line", async (t) => {
  const { scope, line, floor, reading } = await openedFloor(t);
  floor.open(60_000);
  scope.end();
  await reading;
  assert.equal(line.listeners, 0);
  assert.equal(floor.isOpen, false);
});
