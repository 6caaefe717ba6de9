import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Turn } from "../../../src/conversation/turn.js";
import { createTurnTaking } from "../../../src/conversation/turn-taking.js";
import { Scope } from "../../../src/kernel/scope.js";

function turnTaking() {
  const scope = new Scope("call");
  const over: Turn[] = [];
  const faults: unknown[] = [];
  const turns = createTurnTaking({
    scope,
    onOver: (turn) => over.push(turn),
    onFault: (error) => faults.push(error),
  });
  return { scope, turns, over, faults };
}

/** Unwinds only when told to, however often it is interrupted. */
function stubborn() {
  let unwind = () => {};
  const unwound = new Promise<void>((resolve) => {
    unwind = resolve;
  });
  return { speakUp: () => unwound, unwind };
}

test("a turn begins when the one before has unwound, not when it was cut short", async () => {
  const { turns } = turnTaking();
  const first = stubborn();
  turns.take(first.speakUp);
  await setImmediate();
  turns.leave("the caller spoke");
  let begun = false;
  turns.take(async () => {
    begun = true;
  });
  await setImmediate();
  assert.equal(begun, false);
  first.unwind();
  await setImmediate();
  assert.ok(begun);
});

test("a turn that was taken away before it began never begins, and those after it wait for the one before", async () => {
  const { turns, over } = turnTaking();
  const first = stubborn();
  turns.take(first.speakUp);
  await setImmediate();
  turns.leave("the caller spoke");
  const begun: string[] = [];
  turns.take(async () => void begun.push("second"));
  turns.leave("the caller spoke again");
  turns.take(async () => void begun.push("third"));
  await setImmediate();
  assert.deepEqual(begun, []);
  first.unwind();
  await setImmediate();
  assert.deepEqual(begun, ["third"]);
  assert.equal(over.length, 3);
});

test("the end of a turn that was cut short is not the end of the one that has the word", async () => {
  const { turns, over } = turnTaking();
  turns.take(async () => {});
  const stale = turns.leave("the caller spoke");
  turns.take(stubborn().speakUp);
  await setImmediate();
  assert.ok(stale && over.includes(stale));
  assert.equal(turns.finish(stale), false);
  assert.ok(turns.current);
});

test("a turn that comes to its end leaves the word, once", async () => {
  const { turns, over } = turnTaking();
  turns.take(async () => {}, "idle");
  const { current } = turns;
  await setImmediate();
  assert.deepEqual(over, [current]);
  assert.ok(current?.scope.ending);
  assert.equal(current.farewell, "idle");
  assert.ok(turns.finish(current));
  assert.equal(turns.finish(current), false);
  assert.equal(turns.leave("nothing to leave"), undefined);
});

test("what a turn throws by itself is a fault; what it throws because it was cut short is none", async () => {
  const { turns, faults, over } = turnTaking();
  turns.take(async () => Promise.reject(new TypeError("oops")));
  await setImmediate();
  assert.match(String(faults[0]), /oops/);
  turns.take(async ({ scope }) => {
    await new Promise((resolve) => scope.onEnd(() => resolve(undefined)));
    scope.signal.throwIfAborted();
  });
  await setImmediate();
  turns.leave("the caller spoke");
  await setImmediate();
  assert.equal(faults.length, 1);
  assert.equal(over.length, 2);
});

test("turns end with the call, which waits for them to unwind", async () => {
  const { scope, turns } = turnTaking();
  const last = stubborn();
  turns.take(last.speakUp);
  await setImmediate();
  scope.end();
  assert.ok(turns.current?.scope.signal.aborted);
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
