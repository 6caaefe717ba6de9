import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import type { Delivery } from "../../src/records/delivery.js";
import { memoryDeliveryStore } from "../support/fakes/memory-delivery-store.js";
import { Receiver } from "../support/receiver/receiver.js";
import { startWebhooks, stopClock } from "../support/receiver/webhook-run.js";

const LEASE_MS = 60_000;

function pending(deliveryId: string, url: string): Delivery {
  const at = Date.now() - 1_000;
  const body = JSON.stringify({ call_id: deliveryId });
  return {
    deliveryId,
    callId: deliveryId,
    url,
    body,
    status: "pending",
    createdAt: at,
    nextAttemptAt: at,
    attempts: [],
  };
}

/** The ids that came, each once, in order. */
const idsOf = ({ received }: Receiver) => [...new Set(received.map(({ headers }) => headers["webhook-id"]))].sort();

test("hundreds of pending deliveries are all sent at the start, a few at once per host, without overloading the store", async (t) => {
  // A receiver that answers late on a busy machine must not count as one that stands still, whose deliveries are postponed.
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  t.mock.method(performance, "now", () => 0);
  await using receiver = await Receiver.start();
  receiver.otherwise = { delayMs: 2 };
  const store = memoryDeliveryStore();
  const count = 500;
  for (let i = 0; i < count; i++) await store.addDelivery(pending(`msg_${i}`, receiver.url));
  const before = store.operations;
  await using run = startWebhooks({ store });
  await run.logged("webhook_delivered", count);
  assert.equal(receiver.received.length, count);
  assert.equal(idsOf(receiver).length, count);
  assert.ok(receiver.mostAtOnce > 1 && receiver.mostAtOnce <= 4, `${receiver.mostAtOnce} at once`);
  const perDelivery = (store.operations - before) / count;
  assert.ok(perDelivery < 2.5, `${perDelivery} operations for each`);
});

test("at most sixteen deliveries are sent at once, to any number of hosts", async () => {
  await using receiver = await Receiver.start();
  receiver.otherwise = { delayMs: 50 };
  await using run = startWebhooks({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
  const count = 100;
  for (let i = 0; i < count; i++) {
    await run.deliveries.enqueue({ callId: `c${i}`, url: receiver.urlFor(`host-${i % 10}.example`), payload: {} });
  }
  await run.logged("webhook_delivered", count);
  assert.equal(receiver.mostAtOnce, 16);
});

test("a host that accepts connections and never answers does not delay the others", async () => {
  await using dead = await Receiver.start();
  await using alive = await Receiver.start();
  dead.otherwise = { way: "hang" };
  const store = memoryDeliveryStore();
  for (let i = 0; i < 600; i++) await store.addDelivery(pending(`msg_dead_${i}`, dead.url));
  for (let i = 0; i < 50; i++) await store.addDelivery(pending(`msg_alive_${i}`, alive.url));
  const from = Date.now();
  await using run = startWebhooks({ store });
  await run.logged("webhook_delivered", 50);
  assert.ok(
    !run.lines.some(({ event }) => event === "webhook_failed"),
    "before the dead one has cost a single time-out",
  );
  assert.equal(dead.mostAtOnce, 4);
  const putOff = store.all.filter(({ status, nextAttemptAt }) => status === "pending" && (nextAttemptAt ?? 0) > from);
  assert.ok(putOff.length >= 400, `${putOff.length} make way`);
  assert.ok(
    putOff.every(({ attempts }) => attempts.length === 0),
    "making way is no attempt",
  );
});

test("while the store is away a result waits for it, and is sent when it returns", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  await using run = startWebhooks();
  run.store.away = true;
  let stored = false;
  const enqueued = run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} }).then(() => (stored = true));
  const before = run.store.operations;
  for (let seconds = 0; seconds < 60; seconds++) await clock.pass(1_000);
  const asked = run.store.operations - before;
  assert.ok(asked > 5 && asked < 60, `the store was asked ${asked} times in a minute`);
  assert.equal(stored, false);
  run.store.away = false;
  for (let seconds = 0; seconds < 10; seconds++) await clock.pass(1_000);
  await enqueued;
  await run.logged("webhook_delivered");
  assert.equal(receiver.received.length, 1);
});

test("a request to send a delivery again fails at once while the store is away", async () => {
  await using run = startWebhooks();
  run.store.away = true;
  await assert.rejects(run.deliveries.redeliver("msg_c1"), { code: "store_unavailable" });
});

test("a store that goes away during a send gets the outcome when it returns, and nothing is sent twice", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  await using run = startWebhooks();
  receiver.plan({ onRequest: () => void (run.store.away = true) });
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  await receiver.has(1);
  for (let seconds = 0; seconds < 120; seconds++) await clock.pass(1_000);
  assert.equal(run.store.all[0]?.status, "pending");
  run.store.away = false;
  for (let seconds = 0; seconds < 120; seconds++) await clock.pass(1_000);
  await run.logged("webhook_delivered");
  assert.equal(run.store.all[0]?.status, "delivered");
  assert.equal(run.store.all[0]?.attempts.length, 1);
  assert.equal(receiver.received.length, 1);
  assert.ok(run.lines.filter(({ event }) => event === "webhooks_waiting").length <= 1, "told once");
});

test("a write that succeeded although the store reported otherwise is not counted as two attempts", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  const store = memoryDeliveryStore();
  const save = store.saveDelivery.bind(store);
  let failures = 1;
  store.saveDelivery = async (delivery) => {
    await save(delivery);
    if (failures-- > 0) throw new AttendantError("store_unavailable", "The store did not say whether it has it.");
  };
  await using run = startWebhooks({ store });
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  await receiver.has(1);
  for (let seconds = 0; seconds < 5; seconds++) await clock.pass(1_000);
  await run.logged("webhook_delivered");
  assert.equal(store.all[0]?.attempts.length, 1);
});

test("after a crash between a send and its record, it is sent again with the same id when the lease expires", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  const store = memoryDeliveryStore();
  // A process that dies as it is about to write: from then on it does nothing any more.
  let dead = false;
  const dying = new Proxy(store, {
    get: (target, name: keyof typeof store) => {
      dead ||= name === "saveDelivery";
      return dead ? () => new Promise<never>(() => {}) : target[name];
    },
  });
  const former = startWebhooks({ store: dying });
  await former.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: { n: 1 } });
  await receiver.has(1);

  await using run = startWebhooks({ store });
  await clock.pass(LEASE_MS / 2);
  assert.equal(receiver.received.length, 1, "not while somebody may be sending it");
  await clock.pass(LEASE_MS / 2);
  await run.logged("webhook_delivered");
  const [first, second] = receiver.received;
  assert.equal(second?.headers["webhook-id"], first?.headers["webhook-id"]);
  assert.equal(second?.body, first?.body);
  assert.equal((await store.findDelivery("msg_c1"))?.status, "delivered");
  const stopped = former.stop();
  for (let seconds = 0; seconds < 5; seconds++) await clock.pass(1_000);
  await stopped;
});

test("a send in progress at shutdown may finish, and is recorded", async () => {
  await using receiver = await Receiver.start();
  receiver.otherwise = { delayMs: 300 };
  const run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  await receiver.has(1);
  await run.stop();
  assert.equal(run.store.all[0]?.status, "delivered");
  await receiver.alone();
});

test("a send that does not finish in time at shutdown is aborted, and sent by the next process", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.plan({ way: "hang" });
  const store = memoryDeliveryStore();
  const former = startWebhooks({ store });
  await former.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  await receiver.has(1);
  const stopped = former.stop();
  await clock.pass(2_000);
  await stopped;
  await receiver.alone();
  assert.deepEqual(store.all[0]?.attempts, [], "nobody knows whether it came through");
  assert.deepEqual(former.lines, []);

  await using run = startWebhooks({ store });
  await clock.pass(LEASE_MS);
  await run.logged("webhook_delivered");
  assert.deepEqual(idsOf(receiver), ["msg_c1"]);
});

test("after shutdown nothing is claimed, but a result is still stored for the next process", async () => {
  await using receiver = await Receiver.start();
  const former = startWebhooks();
  await former.stop();
  await former.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  const before = former.store.operations;
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(former.store.operations, before);
  assert.equal(receiver.connections, 0);
  await using run = startWebhooks({ store: former.store });
  await run.logged("webhook_delivered");
  assert.equal(receiver.received.length, 1);
});

test("after shutdown with the store away, a result is rejected instead of waiting for ever", async () => {
  const run = startWebhooks();
  run.store.away = true;
  const waiting = run.deliveries.enqueue({ callId: "c1", url: "http://127.0.0.1:3000/", payload: {} });
  const refused = assert.rejects(waiting, { code: "store_unavailable" });
  await run.stop();
  await refused;
  await assert.rejects(run.deliveries.redeliver("msg_c1"), { code: "store_unavailable" });
});

test("two processes on one store share the work, and each result arrives once", async () => {
  await using receiver = await Receiver.start();
  const store = memoryDeliveryStore();
  const count = 300;
  for (let i = 0; i < count; i++) await store.addDelivery(pending(`msg_${i}`, receiver.url));
  await using first = startWebhooks({ store });
  await using second = startWebhooks({ store });
  await receiver.has(count, 20_000);
  const delivered = (run: typeof first) => run.lines.filter(({ event }) => event === "webhook_delivered").length;
  while (delivered(first) + delivered(second) < count) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(receiver.received.length, count);
  assert.ok(delivered(first) > 0 && delivered(second) > 0);
});

test("a delivery that another process delivered meanwhile stays delivered", async () => {
  await using receiver = await Receiver.start();
  await using run = startWebhooks();
  const elsewhere = { at: 1, tookMs: 5, httpStatus: 200, error: null };
  receiver.plan({
    status: 500,
    onRequest: async () => {
      const [stored] = run.store.all;
      if (stored)
        await run.store.saveDelivery({ ...stored, status: "delivered", nextAttemptAt: null, attempts: [elsewhere] });
    },
  });
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  await run.logged("webhook_failed");
  assert.equal(run.store.all[0]?.status, "delivered");
  assert.equal(run.store.all[0]?.attempts.length, 2);
});

test("a call that is deleted while its result is sent does not come back", async () => {
  await using receiver = await Receiver.start();
  const store = memoryDeliveryStore();
  let gone = false;
  const find = store.findDelivery.bind(store);
  store.findDelivery = async (deliveryId) => (gone ? undefined : find(deliveryId));
  let saves = 0;
  store.onSave = () => void saves++;
  await using run = startWebhooks({ store });
  receiver.plan({ onRequest: () => void (gone = true) });
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: {} });
  await receiver.has(1);
  while ((await run.metric("service_webhooks_pending")) > 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(saves, 0);
});
