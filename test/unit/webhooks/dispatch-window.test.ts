import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delivery } from "../../../src/records/delivery.js";
import { DispatchWindow } from "../../../src/webhooks/dispatch-window.js";

const LIMITS = { sending: 6, sendingToHost: 2, held: 20, waitMs: 30_000 };
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
  const hand = new DispatchWindow(LIMITS);
  hand.take([...deliveries("slow", 5), ...deliveries("a", 1), ...deliveries("b", 3)], 0);
  assert.deepEqual(
    hand.start(0).map(({ host }) => host),
    ["slow", "a", "b", "slow", "b"],
  );
  assert.deepEqual(hand.start(0), []);
});

test("no more are sent at once than there may be, and the next starts when one has finished", () => {
  const hand = new DispatchWindow(LIMITS);
  hand.take(
    ["a", "b", "c", "d", "e"].flatMap((host) => deliveries(host, 2)),
    0,
  );
  const started = hand.start(0);
  assert.equal(started.length, 6);
  assert.equal(hand.idle, false);
  assert.equal(hand.room, 0);
  const [first] = started;
  assert.ok(first);
  hand.finish(first, 10);
  hand.finish(first, 10);
  assert.equal(hand.size, 9);
  assert.equal(hand.start(0).length, 1);
});

test("a delivery that is held already is not taken twice", () => {
  const hand = new DispatchWindow(LIMITS);
  const same = deliveries("a", 1);
  hand.take(same, 0);
  const [held] = hand.start(0);
  hand.take(same, 1);
  assert.equal(hand.size, 1);
  assert.equal(hand.start(1).length, 0);
  assert.ok(held && hand.has(held.delivery.deliveryId));
  hand.finish(held, 5);
  assert.equal(hand.has(held.delivery.deliveryId), false);
});

test("what waited so long that its lease could run out while it is sent is let go of", () => {
  const hand = new DispatchWindow(LIMITS);
  hand.take(deliveries("a", 3), 0);
  hand.start(0);
  hand.take(deliveries("a", 1), 20_000);
  assert.equal(hand.start(30_001).length, 0);
  assert.equal(hand.size, 3);
});

test("a host that stands still makes way when half the hand waits for it, all but a few", () => {
  const hand = new DispatchWindow(LIMITS);
  hand.take([...deliveries("dead", 14), ...deliveries("other", 1)], 0);
  hand.start(0);
  assert.equal(hand.room, 0);
  assert.deepEqual(hand.takeCrowd(1_999).held, [], "it may be a fast one");
  const { held, eachMs } = hand.takeCrowd(2_000);
  assert.equal(held.length, 8);
  assert.ok(held.every(({ host }) => host === "dead"));
  assert.equal(eachMs, 2_000, "as long as it has taken so far");
  assert.equal(hand.size, 7);
  assert.ok(hand.room > 0);
  assert.deepEqual(hand.takeCrowd(5_000).held, []);
});

test("a host that moves keeps what waits for it", () => {
  const hand = new DispatchWindow(LIMITS);
  hand.take(deliveries("quick", 20), 0);
  for (let now = 0; hand.size > 0; now += 100) {
    for (const held of hand.start(now)) hand.finish(held, 100);
    assert.deepEqual(hand.takeCrowd(now).held, []);
  }
});

test("a crowd is told how long its host took last", () => {
  const hand = new DispatchWindow(LIMITS);
  hand.take(deliveries("slow", 20), 0);
  const [held] = hand.start(0);
  assert.ok(held);
  hand.finish(held, 4_321);
  assert.equal(hand.takeCrowd(2_000).eachMs, 4_321);
});
