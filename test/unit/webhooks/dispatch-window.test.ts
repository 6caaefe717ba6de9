import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delivery } from "../../../src/records/delivery.js";
import { DispatchWindow } from "../../../src/webhooks/dispatch-window.js";

const LIMITS = {
  ...{ maxSending: 6, maxSendingToHost: 2, maxSendingToMachine: 4, maxSendingToSlow: 5 },
  ...{ maxClaimed: 20, maxWaitMs: 30_000 },
};
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

const oneEach = (hosts: readonly string[]) => hosts.flatMap((host) => deliveries(host, 1));
const names = (count: number) => Array.from({ length: count }, (_, at) => `host-${at}`);

test("the ports of one machine share a limit, so that others have their turn", () => {
  const window = new DispatchWindow(LIMITS);
  window.add(oneEach([80, 81, 82, 83, 84, 85].map((port) => `dead:${port}`)), 0);
  window.add(deliveries("other", 1), 0);
  const started = window.start(0);
  assert.deepEqual(
    started.map(({ host }) => host),
    ["dead", "dead:81", "dead:82", "dead:83", "other"],
  );
  const [first] = started;
  assert.ok(first);
  window.finish(first, 15_000);
  assert.deepEqual(
    window.start(15_000).map(({ host }) => host),
    ["dead:84"],
  );
});

/** A window that has sent to all of these hosts, slowly. */
function afterSlow(hosts: readonly string[]) {
  const window = new DispatchWindow(LIMITS);
  for (const host of hosts) {
    window.add(deliveries(host, 1), 0);
    for (const claimed of window.start(0)) window.finish(claimed, 15_000);
  }
  return window;
}

test("hosts whose last attempt was slow leave a connection to the others, until they are quick again", () => {
  const window = afterSlow(names(6));
  window.add([...oneEach(names(6)), ...deliveries("other", 1)], 0);
  const started = window.start(0);
  assert.deepEqual(
    started.map(({ host }) => host),
    [...names(5), "other"],
  );
  for (const claimed of started) window.finish(claimed, 100);
  window.add(oneEach(names(5)), 0);
  assert.equal(window.start(0).length, 6);
});

test("many slow hosts with little in their queues make way when half the window waits for them", () => {
  const window = afterSlow(names(16));
  window.add(oneEach(names(16)), 0);
  assert.equal(window.start(0).length, 5);
  assert.deepEqual(window.takeBlocked(1_999).claimed, []);
  assert.equal(window.takeBlocked(2_000).claimed.length, 11);
  assert.ok(window.claimCapacity > 0);
});

test("when all connections have been in use for a while, what has waited as long makes way", () => {
  const window = new DispatchWindow(LIMITS);
  window.add(oneEach(names(8)), 0);
  assert.equal(window.start(0).length, 6);
  window.add(deliveries("later", 1), 1_000);
  assert.deepEqual(window.takeBlocked(1_999).claimed, []);
  const { claimed, attemptMs } = window.takeBlocked(2_000);
  assert.deepEqual(
    claimed.map(({ host }) => host),
    ["host-6", "host-7"],
  );
  assert.equal(attemptMs, 0, "they do not wait for a host");
  assert.equal(window.size, 7);
});
