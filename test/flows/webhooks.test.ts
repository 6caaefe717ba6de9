import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { Receiver } from "../support/receiver/receiver.js";
import { startWebhooks, stopClock } from "../support/receiver/webhook-run.js";

const SECRET = `whsec_${Buffer.from("a key of thirty-two bytes, exact").toString("base64")}`;
const PAYLOAD = { call_id: "c1", status: "completed", choice_response: "yes", choice_raw_text: "yes, please “now”" };
const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

test("a result is stored, sent at once, and verified by its receiver", async () => {
  await using receiver = await Receiver.start();
  await using run = startWebhooks({ secrets: [SECRET] });
  const stored = await run.deliveries.enqueue({ callId: "c1", url: `${receiver.url}?token=s3cret`, payload: PAYLOAD });
  assert.equal(stored.deliveryId, "msg_c1");
  assert.equal(stored.status, "pending");
  await run.logged("webhook_delivered");

  const [webhook] = receiver.received;
  assert.ok(webhook);
  assert.deepEqual(new Webhook(SECRET).verify(webhook.body, webhook.headers as Record<string, string>), PAYLOAD);
  assert.equal(webhook.headers["webhook-id"], "msg_c1");
  assert.match(webhook.headers["content-type"] ?? "", /^application\/json/);
  assert.equal(webhook.headers["user-agent"], "attendant");

  const kept = await run.store.findDelivery("msg_c1");
  assert.equal(kept?.status, "delivered");
  assert.equal(kept?.nextAttemptAt, null);
  assert.deepEqual(
    kept?.attempts.map(({ httpStatus, error }) => ({ httpStatus, error })),
    [{ httpStatus: 200, error: null }],
  );
  const line = run.lines.find(({ event }) => event === "webhook_delivered");
  assert.deepEqual(
    { ...line?.data, ms: 0 },
    { delivery_id: "msg_c1", call_id: "c1", attempt: 1, http_status: 200, ms: 0 },
  );
  assert.equal(await run.metric('service_webhook_attempts_total{outcome="delivered"}'), 1);
  assert.equal(await run.metric("service_webhooks_pending"), 0);
  assert.doesNotMatch(JSON.stringify(run.lines), /s3cret|whsec/);
});

test("the same result reported twice makes one webhook", async () => {
  await using receiver = await Receiver.start();
  await using run = startWebhooks();
  const first = await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: { status: "completed" } });
  await run.logged("webhook_delivered");
  const second = await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: { status: "failed" } });
  assert.equal(second.deliveryId, first.deliveryId);
  assert.equal(second.status, "delivered");
  assert.equal(second.body, '{"status":"completed"}');
  await run.deliveries.enqueue({ callId: "c2", url: receiver.url, payload: {} });
  await run.logged("webhook_delivered", 2);
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["webhook-id"]),
    ["msg_c1", "msg_c2"],
  );
});

test("a receiver that is down for ten minutes gets it when it returns, with the same id and a current signature", async (t) => {
  const clock = stopClock(t);
  const start = Date.now();
  const former = await Receiver.start();
  const { port } = former;
  await former[Symbol.asyncDispose]();
  await using run = startWebhooks({ secrets: [SECRET] });
  await run.deliveries.enqueue({ callId: "c1", url: `http://127.0.0.1:${port}/hook`, payload: PAYLOAD });
  await run.logged("webhook_failed");
  for (const [made, seconds] of [5, 30, 120].entries()) {
    await clock.pass(seconds * SECONDS - 1);
    assert.equal(run.lines.filter(({ event }) => event === "webhook_failed").length, made + 1, "not before its time");
    await clock.pass(1);
    await run.logged("webhook_failed", made + 2);
  }
  await using receiver = await Receiver.start({ port });
  await clock.pass(10 * MINUTES);
  await run.logged("webhook_delivered");

  const [webhook] = receiver.received;
  assert.equal(receiver.received.length, 1);
  assert.equal(webhook?.headers["webhook-id"], "msg_c1");
  assert.equal(webhook?.headers["webhook-timestamp"], String(Math.floor((start + 755 * SECONDS) / 1000)));
  assert.ok(new Webhook(SECRET).verify(webhook?.body ?? "", webhook?.headers as Record<string, string>));
  const kept = await run.store.findDelivery("msg_c1");
  assert.deepEqual(
    kept?.attempts.map(({ at, error }) => [(at - start) / SECONDS, error]),
    [...[0, 5, 35, 155].map((at) => [at, "The receiver refused the connection."]), [755, null]],
  );
});

test("after seven attempts within five and a half hours it is given up, and reported", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.otherwise = { status: 500 };
  await using run = startWebhooks();
  const start = Date.now();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await run.logged("webhook_failed");
  for (const [made, pauseMs] of [5 * SECONDS, 30 * SECONDS, 2 * MINUTES, 10 * MINUTES, HOURS].entries()) {
    await clock.pass(pauseMs);
    await run.logged("webhook_failed", made + 2);
  }
  await clock.pass(4 * HOURS);
  await run.logged("webhook_given_up");
  await clock.pass(48 * HOURS);
  assert.equal(receiver.received.length, 7);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
  const kept = await run.store.findDelivery("msg_c1");
  assert.equal(kept?.status, "given_up");
  assert.equal(kept?.nextAttemptAt, null);
  assert.equal((kept?.attempts.at(-1)?.at ?? 0) - start, 5 * HOURS + 12 * MINUTES + 35 * SECONDS);
  assert.equal(await run.metric('service_webhook_attempts_total{outcome="failed"}'), 6);
  assert.equal(await run.metric('service_webhook_attempts_total{outcome="given_up"}'), 1);
  assert.equal(run.lines.find(({ event }) => event === "webhook_given_up")?.level, "ERROR");
});

test("a receiver that answers 410 is never called again", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.otherwise = { status: 410 };
  await using run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await run.logged("webhook_given_up");
  await clock.pass(24 * HOURS);
  assert.equal(receiver.received.length, 1);
  assert.equal((await run.store.findDelivery("msg_c1"))?.attempts[0]?.httpStatus, 410);
});

test("fifteen seconds without an answer are a failure, and the next attempt follows", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.plan({ way: "hang" });
  await using run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await receiver.has(1);
  await clock.pass(15 * SECONDS - 1);
  assert.deepEqual(run.lines, []);
  await clock.pass(1);
  await run.logged("webhook_failed");
  const attempt = (await run.store.findDelivery("msg_c1"))?.attempts[0];
  assert.deepEqual(attempt && { ...attempt, at: 0 }, {
    at: 0,
    tookMs: 15_000,
    httpStatus: null,
    error: "The receiver did not answer within 15 s.",
  });
  await clock.pass(5 * SECONDS);
  await run.logged("webhook_delivered");
});

test("redirects, resets and rejections are survived, each recorded", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.plan({ status: 302, headers: { location: "/elsewhere" } }, { way: "reset" }, { status: 401 });
  await using run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  for (const [made, pauseMs] of [5 * SECONDS, 30 * SECONDS, 2 * MINUTES].entries()) {
    await run.logged("webhook_failed", made + 1);
    await clock.pass(pauseMs);
  }
  await run.logged("webhook_delivered");
  assert.ok(receiver.received.every(({ path }) => path === "/hook"));
  assert.deepEqual(
    (await run.store.findDelivery("msg_c1"))?.attempts.map(({ httpStatus }) => httpStatus),
    [302, null, 401, 200],
  );
});

test("a receiver that asks for a delay in seconds or by a date gets it", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  const later = new Date(Math.floor(Date.now() / 1000) * 1000 + 90 * SECONDS + 10 * MINUTES);
  receiver.plan(
    { status: 429, headers: { "retry-after": "90" } },
    { status: 503, headers: { "retry-after": later.toUTCString() } },
  );
  await using run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await run.logged("webhook_failed");
  await clock.pass(90 * SECONDS - 1);
  assert.equal(receiver.received.length, 1);
  await clock.pass(1);
  await run.logged("webhook_failed", 2);
  assert.equal((await run.store.findDelivery("msg_c1"))?.nextAttemptAt, later.getTime());
  await clock.pass(10 * MINUTES);
  await run.logged("webhook_delivered");
});

test("a name that resolves to a metadata address on the second attempt is rejected then", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.plan({ status: 500 });
  const addresses = ["127.0.0.1", "169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254"];
  const resolve = async () => {
    const address = addresses.shift() ?? "127.0.0.1";
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  };
  await using run = startWebhooks({ resolve });
  await run.deliveries.enqueue({ callId: "c1", url: receiver.urlFor("rebinding.example"), payload: PAYLOAD });
  for (const [made, pauseMs] of [5 * SECONDS, 30 * SECONDS, 2 * MINUTES, 10 * MINUTES].entries()) {
    await run.logged("webhook_failed", made + 1);
    await clock.pass(pauseMs);
  }
  await run.logged("webhook_delivered");
  assert.equal(receiver.connections, 2);
  const refused = "The address resolves to a cloud metadata address, which is not allowed.";
  assert.deepEqual(
    (await run.store.findDelivery("msg_c1"))?.attempts.map(({ error }) => error),
    ["The receiver answered HTTP 500.", refused, refused, refused, null],
  );
});

test("an address that can never be called is given up at once, and nothing is sent", async () => {
  await using receiver = await Receiver.start();
  await using run = startWebhooks({ allowPrivate: false });
  const urls = ["http://2852039166/", "http://[::ffff:169.254.169.254]/", receiver.url, "no address"];
  for (const [i, url] of urls.entries()) await run.deliveries.enqueue({ callId: `c${i}`, url, payload: PAYLOAD });
  await run.logged("webhook_given_up", urls.length);
  assert.equal(receiver.connections, 0);
});

test("a delivery is sent again on request, with its id, whatever its result was", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  receiver.plan({}, { status: 410 }, { status: 500 });
  await using run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await run.logged("webhook_delivered");
  assert.equal((await run.deliveries.redeliver("msg_c1"))?.status, "pending");
  await run.logged("webhook_given_up");
  await run.deliveries.redeliver("msg_c1");
  await run.logged("webhook_failed");
  await run.deliveries.redeliver("msg_c1");
  await run.logged("webhook_delivered", 2);
  await clock.pass(24 * HOURS);
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["webhook-id"]),
    ["msg_c1", "msg_c1", "msg_c1", "msg_c1"],
  );
  assert.deepEqual(
    (await run.store.findDelivery("msg_c1"))?.attempts.map(({ httpStatus }) => httpStatus),
    [200, 410, 500, 200],
  );
});

test("a delivery in progress is not sent a second time on request", async () => {
  await using receiver = await Receiver.start();
  receiver.plan({ delayMs: 200 });
  await using run = startWebhooks();
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await receiver.has(1);
  assert.equal((await run.deliveries.redeliver("msg_c1"))?.status, "pending");
  await run.logged("webhook_delivered");
  assert.equal(receiver.received.length, 1);
});

test("a delivery that does not exist cannot be sent again", async () => {
  await using run = startWebhooks();
  assert.equal(await run.deliveries.redeliver("msg_unknown"), undefined);
});

test("an id that does not fit into a header or a signature is rejected", async () => {
  await using run = startWebhooks();
  for (const callId of ["a.b", "a\r\nb", "ü", "a".repeat(300)]) {
    await assert.rejects(run.deliveries.enqueue({ callId, url: "http://127.0.0.1/", payload: {} }), RangeError);
  }
  assert.equal(run.store.all.length, 0);
});

test("sending continues when the clock has been set back", async (t) => {
  const clock = stopClock(t);
  await using receiver = await Receiver.start();
  let aheadMs = 24 * HOURS;
  await using run = startWebhooks({ now: () => Date.now() + aheadMs });
  await run.deliveries.enqueue({ callId: "c1", url: receiver.url, payload: PAYLOAD });
  await run.logged("webhook_delivered");
  const [before] = run.store.all;
  assert.ok(before);
  await clock.pass(0);
  aheadMs = 0;
  // As another process stores it: this one is not woken.
  await run.store.addDelivery({ ...before, deliveryId: "msg_c2", status: "pending", nextAttemptAt: Date.now() });
  await clock.pass(10 * SECONDS);
  await run.logged("webhook_delivered", 2);
});
