import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { startEagerly, prefetch } from "../../../src/kernel/prefetch.js";

/** Gives 1, 2, 3 and tells what happens to it. */
function counted(failsAt?: number) {
  const told: string[] = [];
  async function* count() {
    try {
      for (let i = 1; i <= 3; i++) {
        told.push(`asked for ${i}`);
        if (i === failsAt) throw new Error(`no ${i}`);
        yield i;
      }
    } finally {
      told.push("left");
    }
  }
  return { told, items: count() };
}

test("an iteration that has begun is at its first item before it is requested", async () => {
  const { told, items } = counted();
  const ahead = startEagerly(items);
  assert.deepEqual(told, ["asked for 1"]);
  const all: number[] = [];
  for await (const item of ahead) all.push(item);
  assert.deepEqual(all, [1, 2, 3]);
});

test("a first item that fails is thrown to its reader only", async () => {
  const ahead = startEagerly(counted(1).items);
  await setImmediate();
  await assert.rejects(async () => {
    for await (const _ of ahead);
  }, /no 1/);
});

test("an iteration that is not wanted after all can be left", async () => {
  const { told, items } = counted();
  await startEagerly(items).return();
  assert.deepEqual(told, ["asked for 1", "left"]);
});

test("leaving the loop leaves what was begun", async () => {
  const { told, items } = counted();
  for await (const _ of startEagerly(items)) break;
  assert.equal(told.at(-1), "left");
});

const { signal } = new AbortController();

test("the next item is asked for when one is handed out, and not the one after it", async () => {
  const { told, items } = counted();
  const seen: (readonly string[])[] = [];
  for await (const _ of prefetch(items, signal)) {
    await setImmediate();
    seen.push([...told]);
  }
  assert.deepEqual(seen[0], ["asked for 1", "asked for 2"]);
  assert.deepEqual(seen[1], ["asked for 1", "asked for 2", "asked for 3"]);
});

test("an item ahead that fails is thrown in its turn", async () => {
  const all: number[] = [];
  await assert.rejects(async () => {
    for await (const item of prefetch(counted(2).items, signal)) {
      await setImmediate();
      all.push(item);
    }
  }, /no 2/);
  assert.deepEqual(all, [1]);
});

test("who leaves the loop does not wait for the item ahead", async () => {
  async function* stalls() {
    yield 1;
    await new Promise(() => {});
  }
  for await (const item of prefetch(stalls(), signal)) {
    assert.equal(item, 1);
    break;
  }
});

test("who waits for an item waits no longer than the signal lives", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  async function* stalls() {
    await new Promise(() => {});
    yield 1;
  }
  const waiting = assert.rejects(async () => {
    for await (const _ of prefetch(stalls(), controller.signal));
  }, reason);
  await setImmediate();
  controller.abort(reason);
  await waiting;
});
