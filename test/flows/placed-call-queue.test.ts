import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { startDesk } from "../support/fakes/placed-calls.js";
import { gate } from "../support/fakes/requests.js";

test("calls are dialled in the order in which they were asked for, as lines come free", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 3 });
  const positions = [];
  for (const extension of ["1", "2", "3", "4"]) positions.push((await desk.places({ extension })).queuePosition);
  assert.deepEqual(positions, [null, 1, 2, 3]);
  await assert.rejects(desk.places(), { code: "queue_full" });
  for (let i = 0; i < 4; i++) {
    desk.dialler.last.declines("busy", "The number is busy.");
    await desk.settles();
  }
  assert.deepEqual(
    desk.dialler.callees.map(({ request }) => request.number),
    ["1", "2", "3", "4"],
  );
  assert.equal(desk.sent.length, 4);
  desk.assertNothingLeft();
});

test("a burst is admitted once each, with the queue in its order", async (t) => {
  const desk = await startDesk(t, { most: 20, queue: 1_000 });
  const placed = await Promise.all(Array.from({ length: 200 }, () => desk.desk.place(desk.request())));
  assert.deepEqual(
    placed.map(({ queuePosition }) => queuePosition),
    [...new Array(20).fill(null), ...Array.from({ length: 180 }, (_, i) => i + 1)],
  );
  await desk.settles();
  assert.equal(desk.dialler.callees.length, 20, "no more than there are lines");
  for (let i = 0; desk.dialler.callees.length > i; i++) {
    desk.dialler.callees[i]?.declines("no_answer", "Nobody answered.");
    await desk.settles();
    assert.ok(desk.liveCalls.count <= 20);
  }
  assert.equal(desk.dialler.callees.length, 200);
  assert.equal(new Set(desk.sent.map(({ call_id }) => call_id)).size, 200);
  assert.equal(desk.sent.length, 200);
  desk.assertNothingLeft();
});

test("a call that is cancelled in the queue is never dialled, and those behind it move up", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 3 });
  await desk.places({ extension: "1" });
  const { callId } = await desk.places({ extension: "2" });
  const { callId: behind } = await desk.places({ extension: "3" });
  const stored = gate();
  desk.outbox.before = () => stored;
  assert.equal((await desk.desk.hangUp(callId))?.status, "cancelled");
  assert.equal((await desk.record(callId)).status, "cancelled", "though that is not written down yet");
  assert.equal((await desk.desk.hangUp(callId))?.status, "cancelled");
  assert.deepEqual([desk.liveCalls.positionOf(callId), desk.liveCalls.positionOf(behind)], [null, 1]);
  stored.open();
  desk.dialler.last.declines("busy", "Busy.");
  await desk.settles();
  assert.deepEqual(
    desk.dialler.callees.map(({ request }) => request.number),
    ["1", "3"],
  );
  assert.deepEqual(desk.store.statuses(callId), ["queued", "cancelled"]);
});

test("a process that leaves lets go of what waits, says so to every receiver, and takes nothing more", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 3 });
  await desk.answered();
  for (let i = 0; i < 3; i++) await desk.places();
  let drained = false;
  void desk.liveCalls.drain().then(() => {
    drained = true;
  });
  await desk.settles();
  assert.deepEqual([drained, desk.liveCalls.queued, desk.sent.length], [false, 0, 3]);
  for (const { status, error } of desk.sent) {
    assert.deepEqual([status, error], ["cancelled", "The service was shut down before the call was answered."]);
  }
  await assert.rejects(desk.places(), { code: "unavailable" });
  await desk.hearsAll();
  assert.ok(drained);
  assert.equal(desk.dialler.callees.length, 1);
  desk.assertNothingLeft();
});

test("a call that is known is not placed again, live, waiting or over", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 2 });
  const [one, two] = [desk.request(), desk.request()];
  assert.deepEqual(await desk.desk.place(one), { callId: one.callId, queuePosition: null });
  await desk.desk.place(two);
  await desk.settles();
  assert.deepEqual(await desk.desk.place(one), { callId: one.callId, queuePosition: null });
  assert.deepEqual(await desk.desk.place(two), { callId: two.callId, queuePosition: 1 });
  desk.dialler.last.declines("busy", "Busy.");
  await desk.settles();
  assert.deepEqual(await desk.desk.place(one), { callId: one.callId, queuePosition: null });
  await desk.settles();
  assert.equal(desk.dialler.callees.length, 2);
  assert.equal(desk.store.saved.filter(({ callId, status }) => callId === one.callId && status === "busy").length, 1);
});

test("two requests for one call at the same time place it once, and both learn of it", async (t) => {
  const desk = await startDesk(t);
  const request = desk.request();
  const answers = await Promise.all([desk.desk.place(request), desk.desk.place(request), desk.desk.place(request)]);
  assert.deepEqual(answers, new Array(3).fill({ callId: request.callId, queuePosition: null }));
  await desk.settles();
  assert.equal(desk.dialler.callees.length, 1);
  assert.equal(desk.liveCalls.count, 1);
});

test("two requests for one call that is refused are both refused, and a later one is not held against it", async (t) => {
  const desk = await startDesk(t);
  const request = desk.request();
  desk.obstacle = "Asterisk is not connected.";
  for (const each of await Promise.allSettled([desk.desk.place(request), desk.desk.place(request)])) {
    assert.equal(each.status === "rejected" && (each.reason as AttendantError).code, "unavailable");
  }
  desk.obstacle = undefined;
  await desk.desk.place(request);
  await desk.settles();
  assert.equal(desk.dialler.callees.length, 1);
});

test("a call whose record cannot be kept is none: nobody is rung, nobody told, and its line is free", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 1 });
  desk.store.before = (operation) => {
    if (operation === "save") throw new AttendantError("store_unavailable", "Too much waits for the store.");
  };
  await assert.rejects(desk.places(), { code: "store_unavailable" });
  await desk.settles();
  assert.deepEqual([desk.dialler.callees.length, desk.sent, desk.store.saved], [0, [], []]);
  assert.deepEqual(desk.voice.asked, [], "nothing was synthesised for it");
  desk.store.away = false;
  assert.equal((await desk.places()).queuePosition, null);
  assert.equal(desk.dialler.callees.length, 1);
});

test("a call that is cancelled while its record is being kept is cancelled, not dialled", async (t) => {
  const desk = await startDesk(t);
  const kept = gate();
  desk.store.before = (operation) => (operation === "save" ? kept : undefined);
  const request = desk.request();
  const placing = desk.desk.place(request);
  await desk.settles();
  const cancelling = desk.desk.hangUp(request.callId);
  kept.open();
  assert.equal((await cancelling)?.status, "cancelled");
  assert.equal((await placing).callId, request.callId);
  await desk.settles();
  assert.equal(desk.dialler.callees.length, 0);
  assert.equal(desk.result.status, "cancelled");
});

test("a call that is cancelled while its record turns out not to be kept is over for whoever cancelled it", async (t) => {
  const desk = await startDesk(t);
  const kept = gate();
  desk.store.before = async (operation) => {
    if (operation !== "save") return;
    await kept;
    throw new AttendantError("store_unavailable", "The store is away.");
  };
  const request = desk.request();
  const placing = assert.rejects(desk.desk.place(request), { code: "store_unavailable" });
  await desk.settles();
  const cancelling = desk.desk.hangUp(request.callId);
  kept.open();
  assert.equal((await cancelling)?.status, "failed");
  await placing;
  assert.deepEqual(desk.sent, []);
  desk.assertNothingLeft();
});

test("what may not be dialled, or cannot be just now, is refused before anything is done", async (t) => {
  const desk = await startDesk(t);
  await assert.rejects(desk.places({ extension: "0900123" }), { code: "destination_not_allowed" });
  await assert.rejects(desk.places({ extension: "100@evil" }), { code: "destination_not_allowed" });
  desk.obstacle = "Asterisk is not connected.";
  await assert.rejects(desk.places(), { code: "unavailable", message: "Asterisk is not connected." });
  assert.throws(() => desk.desk.checkRoom("100"), { code: "unavailable" });
  assert.deepEqual([desk.store.saved, desk.voice.asked, desk.liveCalls.count], [[], [], 0]);
});

test("an unknown call is nowhere to be found, ended or read", async (t) => {
  const desk = await startDesk(t);
  assert.equal(await desk.desk.find("nobody"), undefined);
  assert.equal(await desk.desk.hangUp("nobody"), undefined);
  assert.equal(await desk.desk.transcript("nobody"), undefined);
});

test("a transcript can be read while the call lasts, and when it is over", async (t) => {
  const desk = await startDesk(t);
  const { callId } = await desk.answered({ message: "Dinner is ready. It gets cold." });
  assert.deepEqual(await desk.desk.transcript(callId), []);
  await desk.hearsAll();
  assert.equal((await desk.desk.transcript(callId))?.length, 1);
  const { callId: unanswered } = await desk.places();
  desk.dialler.last.declines("busy", "Busy.");
  await desk.settles();
  assert.deepEqual(await desk.desk.transcript(unanswered), []);
});

test("a list tells of live calls what they are now, and only those that stand as was asked", async (t) => {
  const desk = await startDesk(t);
  const { callId } = await desk.answered();
  desk.store.away = true;
  await desk.hearsAll();
  desk.store.away = false;
  const { callId: other } = await desk.places();
  const held = gate();
  desk.store.before = (operation) => (operation === "save" ? held : undefined);
  desk.dialler.last.rings();
  await desk.settles();
  const stands = async (status?: "ringing" | "queued") => {
    const { items } = await desk.desk.list({ limit: 10, ...(status && { status }) });
    return items.map((record) => `${record.callId} ${record.status}`);
  };
  assert.deepEqual(await stands("ringing"), [`${other} ringing`]);
  assert.deepEqual(await stands("queued"), []);
  assert.equal((await stands()).length, 2);
  assert.ok((await stands()).includes(`${callId} in_progress`), "what the store never learnt is not known");
  held.open();
});

test("hundreds of calls leave nothing with the process", async (t) => {
  const desk = await startDesk(t, { most: 5, queue: 1_000 });
  let releases = 0;
  const { scope } = desk;
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
  await Promise.all(Array.from({ length: 300 }, () => desk.desk.place(desk.request())));
  for (let i = 0; i < 300; i++) {
    await desk.settles();
    const callee = desk.dialler.callees[i];
    if (i % 3 === 0) callee?.declines("busy", "Busy.");
    else if (i % 3 === 1) callee?.answersAndHangsUp();
    else
      await desk.desk.hangUp(callee ? (desk.liveCalls[Symbol.iterator]().next().value?.call.record.callId ?? "") : "");
  }
  await desk.settles();
  assert.equal(desk.sent.length, 300);
  assert.equal(releases, 0, "releases of the process");
  assert.equal(children.length, 300);
  assert.ok(
    children.every(({ ending }) => ending),
    "a call outlives itself",
  );
  assert.equal(getEventListeners(scope.signal, "abort").length, 0);
  desk.assertNothingLeft();
});
