import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { startPlacedCalls } from "../support/fakes/placed-calls.js";
import { gate } from "../support/fakes/requests.js";

test("calls are dialled in the order of their requests as lines become free", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 3 });
  const positions = [];
  for (const extension of ["1", "2", "3", "4"]) positions.push((await calls.places({ extension })).queuePosition);
  assert.deepEqual(positions, [null, 1, 2, 3]);
  await assert.rejects(calls.places(), { code: "queue_full" });
  for (let i = 0; i < 4; i++) {
    calls.dialler.last.declines("busy", "The number is busy.");
    await calls.settles();
  }
  assert.deepEqual(
    calls.dialler.callees.map(({ request }) => request.number),
    ["1", "2", "3", "4"],
  );
  assert.equal(calls.sent.length, 4);
  calls.assertNothingLeft();
});

test("calls beyond the machine's capacity are queued, rejected beyond the queue, and dialled when there is capacity", async (t) => {
  let hasRoom = true;
  const calls = await startPlacedCalls(t, { queue: 2, hasRoom: () => hasRoom });
  const placed = [(await calls.places({ extension: "1" })).queuePosition];
  hasRoom = false;
  for (const extension of ["2", "3"]) placed.push((await calls.places({ extension })).queuePosition);
  assert.deepEqual(placed, [null, 1, 2]);
  await assert.rejects(calls.places(), { code: "queue_full" });
  calls.dialler.last.declines("busy", "The number is busy.");
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 1, "a line that is free is not enough");
  hasRoom = true;
  calls.liveCalls.fillLines();
  await calls.settles();
  assert.deepEqual(
    calls.dialler.callees.map(({ request }) => request.number),
    ["1", "2", "3"],
  );
  for (const callee of calls.dialler.callees.slice(1)) callee.declines("busy", "The number is busy.");
  await calls.settles();
  calls.assertNothingLeft();
});

test("each call of a burst is admitted once, and the queue keeps their order", async (t) => {
  const calls = await startPlacedCalls(t, { most: 20, queue: 1_000 });
  const placed = await Promise.all(Array.from({ length: 200 }, () => calls.callControl.place(calls.request())));
  assert.deepEqual(
    placed.map(({ queuePosition }) => queuePosition),
    [...new Array(20).fill(null), ...Array.from({ length: 180 }, (_, i) => i + 1)],
  );
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 20, "no more than there are lines");
  for (let i = 0; calls.dialler.callees.length > i; i++) {
    calls.dialler.callees[i]?.declines("no_answer", "The call was not answered.");
    await calls.settles();
    assert.ok(calls.liveCalls.count <= 20);
  }
  assert.equal(calls.dialler.callees.length, 200);
  assert.equal(new Set(calls.sent.map(({ call_id }) => call_id)).size, 200);
  assert.equal(calls.sent.length, 200);
  calls.assertNothingLeft();
});

test("a call that is cancelled in the queue is never dialled, and those behind it move up", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 3 });
  await calls.places({ extension: "1" });
  const { callId } = await calls.places({ extension: "2" });
  const { callId: behind } = await calls.places({ extension: "3" });
  const stored = gate();
  calls.outbox.before = () => stored;
  assert.equal((await calls.callControl.hangUp(callId))?.status, "cancelled");
  assert.equal((await calls.record(callId)).status, "cancelled", "though that is not written down yet");
  assert.equal((await calls.callControl.hangUp(callId))?.status, "cancelled");
  assert.deepEqual([calls.liveCalls.positionOf(callId), calls.liveCalls.positionOf(behind)], [null, 1]);
  stored.open();
  calls.dialler.last.declines("busy", "Busy.");
  await calls.settles();
  assert.deepEqual(
    calls.dialler.callees.map(({ request }) => request.number),
    ["1", "3"],
  );
  assert.deepEqual(calls.store.statuses(callId), ["queued", "cancelled"]);
});

test("a process that stops releases its queue, notifies every receiver, and accepts nothing more", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 3 });
  await calls.answered();
  for (let i = 0; i < 3; i++) await calls.places();
  let drained = false;
  void calls.liveCalls.drain().then(() => {
    drained = true;
  });
  await calls.settles();
  assert.deepEqual([drained, calls.liveCalls.queued, calls.sent.length], [false, 0, 3]);
  for (const { status, error } of calls.sent) {
    assert.deepEqual([status, error], ["cancelled", "The service was shut down before the call was answered."]);
  }
  await assert.rejects(calls.places(), { code: "unavailable" });
  await calls.hearsAll();
  assert.ok(drained);
  assert.equal(calls.dialler.callees.length, 1);
  calls.assertNothingLeft();
});

test("a known call is not placed again, whether live, queued or over", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 2 });
  const [one, two] = [calls.request(), calls.request()];
  assert.deepEqual(await calls.callControl.place(one), { callId: one.callId, queuePosition: null });
  await calls.callControl.place(two);
  await calls.settles();
  assert.deepEqual(await calls.callControl.place(one), { callId: one.callId, queuePosition: null });
  assert.deepEqual(await calls.callControl.place(two), { callId: two.callId, queuePosition: 1 });
  calls.dialler.last.declines("busy", "Busy.");
  await calls.settles();
  assert.deepEqual(await calls.callControl.place(one), { callId: one.callId, queuePosition: null });
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 2);
  assert.equal(calls.store.saved.filter(({ callId, status }) => callId === one.callId && status === "busy").length, 1);
});

test("two simultaneous requests for one call place it once, and both get its result", async (t) => {
  const calls = await startPlacedCalls(t);
  const request = calls.request();
  const answers = await Promise.all([
    calls.callControl.place(request),
    calls.callControl.place(request),
    calls.callControl.place(request),
  ]);
  assert.deepEqual(answers, new Array(3).fill({ callId: request.callId, queuePosition: null }));
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 1);
  assert.equal(calls.liveCalls.count, 1);
});

test("two requests for one rejected call are both rejected, and a later one is not affected", async (t) => {
  const calls = await startPlacedCalls(t);
  const request = calls.request();
  calls.obstacle = "Asterisk is not connected.";
  for (const each of await Promise.allSettled([calls.callControl.place(request), calls.callControl.place(request)])) {
    assert.equal(each.status === "rejected" && (each.reason as AttendantError).code, "unavailable");
  }
  calls.obstacle = undefined;
  await calls.callControl.place(request);
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 1);
});

test("a call whose record cannot be stored is not placed or reported, and its line is free", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 1 });
  calls.store.before = (operation) => {
    if (operation === "save") throw new AttendantError("store_unavailable", "Too much waits for the store.");
  };
  await assert.rejects(calls.places(), { code: "store_unavailable" });
  await calls.settles();
  assert.deepEqual([calls.dialler.callees.length, calls.sent, calls.store.saved], [0, [], []]);
  assert.deepEqual(calls.voice.asked, [], "nothing was synthesised for it");
  calls.store.away = false;
  assert.equal((await calls.places()).queuePosition, null);
  assert.equal(calls.dialler.callees.length, 1);
});

test("a call that is cancelled while its record is being stored is cancelled, not dialled", async (t) => {
  const calls = await startPlacedCalls(t);
  const kept = gate();
  calls.store.before = (operation) => (operation === "save" ? kept : undefined);
  const request = calls.request();
  const placing = calls.callControl.place(request);
  await calls.settles();
  const cancelling = calls.callControl.hangUp(request.callId);
  kept.open();
  assert.equal((await cancelling)?.status, "cancelled");
  assert.equal((await placing).callId, request.callId);
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 0);
  assert.equal(calls.result.status, "cancelled");
});

test("a call that is cancelled while storing its record fails is over for the client", async (t) => {
  const calls = await startPlacedCalls(t);
  const kept = gate();
  calls.store.before = async (operation) => {
    if (operation !== "save") return;
    await kept;
    throw new AttendantError("store_unavailable", "The store is away.");
  };
  const request = calls.request();
  const placing = assert.rejects(calls.callControl.place(request), { code: "store_unavailable" });
  await calls.settles();
  const cancelling = calls.callControl.hangUp(request.callId);
  kept.open();
  assert.equal((await cancelling)?.status, "failed");
  await placing;
  assert.deepEqual(calls.sent, []);
  calls.assertNothingLeft();
});

test("a call that may not or cannot be dialled now is rejected before anything is done", async (t) => {
  const calls = await startPlacedCalls(t);
  await assert.rejects(calls.places({ extension: "0900123" }), { code: "destination_not_allowed" });
  await assert.rejects(calls.places({ extension: "100@evil" }), { code: "destination_not_allowed" });
  calls.obstacle = "Asterisk is not connected.";
  await assert.rejects(calls.places(), { code: "unavailable", message: "Asterisk is not connected." });
  assert.throws(() => calls.callControl.checkPlaceable("100"), { code: "unavailable" });
  assert.deepEqual([calls.store.saved, calls.voice.asked, calls.liveCalls.count], [[], [], 0]);
});

test("an unknown call cannot be found, ended or read", async (t) => {
  const calls = await startPlacedCalls(t);
  assert.equal(await calls.callControl.find("nobody"), undefined);
  assert.equal(await calls.callControl.hangUp("nobody"), undefined);
  assert.equal(await calls.callControl.transcript("nobody"), undefined);
});

test("a transcript can be read during the call and after it", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.answered({ message: "Dinner is ready. It gets cold." });
  assert.deepEqual(await calls.callControl.transcript(callId), []);
  await calls.hearsAll();
  assert.equal((await calls.callControl.transcript(callId))?.length, 1);
  const { callId: unanswered } = await calls.places();
  calls.dialler.last.declines("busy", "Busy.");
  await calls.settles();
  assert.deepEqual(await calls.callControl.transcript(unanswered), []);
});

test("a list shows the current state of live calls, limited to the requested ones", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.answered();
  calls.store.away = true;
  await calls.hearsAll();
  calls.store.away = false;
  const { callId: other } = await calls.places();
  const held = gate();
  calls.store.before = (operation) => (operation === "save" ? held : undefined);
  calls.dialler.last.rings();
  await calls.settles();
  const stands = async (status?: "ringing" | "queued") => {
    const { items } = await calls.callControl.list({ limit: 10, ...(status && { status }) });
    return items.map((record) => `${record.callId} ${record.status}`);
  };
  assert.deepEqual(await stands("ringing"), [`${other} ringing`]);
  assert.deepEqual(await stands("queued"), []);
  assert.equal((await stands()).length, 2);
  assert.ok((await stands()).includes(`${callId} in_progress`), "what the store never learnt is not known");
  held.open();
});

test("hundreds of calls leave nothing behind in the process", async (t) => {
  const calls = await startPlacedCalls(t, { most: 5, queue: 1_000 });
  let releases = 0;
  const { scope } = calls;
  const [onEnd, child] = [scope.onEnd.bind(scope), scope.child.bind(scope)];
  const children: ReturnType<typeof child>[] = [];
  scope.onEnd = (release) => {
    releases++;
    const forget = onEnd(release);
    return () => {
      releases--;
      forget();
    };
  };
  scope.child = (name) => {
    const made = child(name);
    children.push(made);
    return made;
  };
  await Promise.all(Array.from({ length: 300 }, () => calls.callControl.place(calls.request())));
  for (let i = 0; i < 300; i++) {
    await calls.settles();
    const callee = calls.dialler.callees[i];
    if (i % 3 === 0) callee?.declines("busy", "Busy.");
    else if (i % 3 === 1) callee?.answersAndHangsUp();
    else
      await calls.callControl.hangUp(
        callee ? (calls.liveCalls[Symbol.iterator]().next().value?.call.record.callId ?? "") : "",
      );
  }
  await calls.settles();
  assert.equal(calls.sent.length, 300);
  assert.equal(releases, 0, "releases of the process");
  assert.equal(children.length, 300);
  assert.ok(
    children.every(({ ending }) => ending),
    "a call outlives itself",
  );
  assert.equal(getEventListeners(scope.signal, "abort").length, 0);
  calls.assertNothingLeft();
});
