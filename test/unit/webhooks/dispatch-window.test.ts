import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delivery } from "../../../src/records/delivery.js";
import { DispatchWindow } from "../../../src/webhooks/dispatch-window.js";

const LIMITS = { maxSending: 6, maxSendingToHost: 2, maxClaimed: 20, maxWaitMs: 30_000 };
let made = 0;

function deliveries(host: string, count: number): Delivery[] {
  return Array.from({ length: count }, () => ({
    deliveryId: `msg_${++made}`,
    callId: "c",
    url: `http://${host}/hook`,
    body: "{}",
    status: "pending",
    createdAt: 0,
    nextAttemptAt: 0,
    attempts: [],
  }));
}

test("hosts take turns, and none gets more than its share", () => {
  const window = new DispatchWindow(LIMITS);
  window.add([...deliveries("slow", 5), ...deliveries("a", 1), ...deliveries("b", 3)], 0);
  assert.deepEqual(
    window.start(0).map(({ host }) => host),
    ["slow", "a", "b", "slow", "b"],
  );
  assert.deepEqual(window.start(0), []);
});

test("no more are sent at once than there may be, and the next starts when one has finished", () => {
  const window = new DispatchWindow(LIMITS);
  window.add(
    ["a", "b", "c", "d", "e"].flatMap((host) => deliveries(host, 2)),
    0,
  );
  const started = window.start(0);
  assert.equal(started.length, 6);
  assert.equal(window.canSend, false);
  assert.equal(window.claimCapacity, 0);
  const [first] = started;
  assert.ok(first);
  window.finish(first, 10);
  window.finish(first, 10);
  assert.equal(window.size, 9);
  assert.equal(window.start(0).length, 1);
});

test("a delivery that is claimed already is not added twice", () => {
  const window = new DispatchWindow(LIMITS);
  const same = deliveries("a", 1);
  window.add(same, 0);
  const [claimed] = window.start(0);
  window.add(same, 1);
  assert.equal(window.size, 1);
  assert.equal(window.start(1).length, 0);
  assert.ok(claimed && window.has(claimed.delivery.deliveryId));
  window.finish(claimed, 5);
  assert.equal(window.has(claimed.delivery.deliveryId), false);
});

test("what waited so long that its lease could run out while it is sent is dropped", () => {
  const window = new DispatchWindow(LIMITS);
  window.add(deliveries("a", 3), 0);
  window.start(0);
  window.add(deliveries("a", 1), 20_000);
  assert.equal(window.start(30_001).length, 0);
  assert.equal(window.size, 3);
});

test("what waits for a host that stands still is taken out when half the window waits for it, all but a few", () => {
  const window = new DispatchWindow(LIMITS);
  window.add([...deliveries("dead", 14), ...deliveries("other", 1)], 0);
  window.start(0);
  assert.equal(window.claimCapacity, 0);
  assert.deepEqual(window.takeBlocked(1_999).claimed, [], "it may be a fast one");
  const { claimed, attemptMs } = window.takeBlocked(2_000);
  assert.equal(claimed.length, 8);
  assert.ok(claimed.every(({ host }) => host === "dead"));
  assert.equal(attemptMs, 2_000, "as long as it has taken so far");
  assert.equal(window.size, 7);
  assert.ok(window.claimCapacity > 0);
  assert.deepEqual(window.takeBlocked(5_000).claimed, []);
});

test("a host that moves keeps what waits for it", () => {
  const window = new DispatchWindow(LIMITS);
  window.add(deliveries("quick", 20), 0);
  for (let now = 0; window.size > 0; now += 100) {
    for (const claimed of window.start(now)) window.finish(claimed, 100);
    assert.deepEqual(window.takeBlocked(now).claimed, []);
  }
});

test("a blocked host tells how long its last attempt took", () => {
  const window = new DispatchWindow(LIMITS);
  window.add(deliveries("slow", 20), 0);
  const [claimed] = window.start(0);
  assert.ok(claimed);
  window.finish(claimed, 4_321);
  assert.equal(window.takeBlocked(2_000).attemptMs, 4_321);
});
