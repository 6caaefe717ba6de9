import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { LiveCalls } from "../../src/calls/live/live-calls.js";
import { sayInCall } from "../../src/calls/live/say-in-call.js";
import type { CallRecord } from "../../src/records/call-record.js";
import { Ending } from "../../src/kernel/ending.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { endedCall } from "../contract/store-samples.js";
import { callIn, MAX_CALL_MS } from "../support/fakes/call-in.js";
import { calls } from "../support/fakes/fake-model.js";
import { gate } from "../support/fakes/requests.js";

test("a call is answered and greeted, and ends when the caller hangs up", async (t) => {
  const { talk, kept, incoming, liveCalls, over, outcome } = await callIn(t);
  assert.ok(incoming.answered);
  assert.equal(liveCalls.count, 1);
  assert.equal(talk.events("call_start")[0]?.data?.caller, "100");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome."]);
  talk.line.leaves();
  await talk.settles();
  assert.ok(over());
  assert.equal(liveCalls.count, 0);
  assert.equal(getEventListeners(liveCalls.windDown, "abort").length, 0);
  assert.equal(outcome(), "completed");
  assert.deepEqual(kept, ["ringing", "in_progress", "assistant", "completed"]);
  assert.equal(await talk.metric('calls_total{direction="inbound",outcome="completed"}'), 1);
  talk.assertNothingLeft();
});

for (const [what, caller, kept] of [
  ["as the PBX shows it", { name: "Ann Berg" }, "Ann Berg"],
  ["unless there is none", { name: "" }, undefined],
] as const) {
  test(`the record keeps the caller's name ${what}, and that they hung up`, async (t) => {
    const records: CallRecord[] = [];
    const { talk } = await callIn(t, {
      prepare: (incoming) => Object.assign(incoming.caller, caller),
      onKept: (record) => records.push(record),
    });
    await talk.hearsAll();
    talk.line.leaves();
    await talk.settles();
    assert.deepEqual([records.at(-1)?.callerName, records.at(-1)?.endedBy], [kept, "caller"]);
  });
}

test("a call is not answered before it is recorded", async (t) => {
  const keeping = gate();
  const { talk, incoming } = await callIn(t, { keeping: () => keeping });
  assert.ok(!incoming.answered, "nobody would know of it if the process died now");
  keeping.open();
  await talk.settles();
  assert.ok(incoming.answered);
});

test("a call that the assistant ends is hung up once the goodbye was heard, not before", async (t) => {
  const { talk, over, outcome } = await callIn(t);
  await talk.hearsAll();
  talk.stt.next("bye");
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  assert.equal(talk.scope.signal.aborted, false);
  await talk.hearsAll();
  assert.equal(talk.scope.ending?.kind, "finished");
  assert.ok(over());
  assert.equal(outcome(), "completed");
  assert.equal(talk.scope.ending?.message, "goodbye");
});

test("the model's first message is the system prompt", async (t) => {
  const { talk } = await callIn(t);
  await talk.hearsAll();
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  assert.deepEqual(talk.model.requests[0]?.asked[0], { role: "system", content: "Be brief." });
});

test("the model reads the caller's prompt while the call is being answered", async (t) => {
  const read: unknown[] = [];
  const { talk } = await callIn(t, { readAhead: (prompt) => read.push(...prompt) });
  await talk.hearsAll();
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  assert.deepEqual(read, [talk.model.requests[0]?.asked[0]]);
});

test("a caller hears busy when the maximum number of calls is in progress", async (t) => {
  const { liveCalls } = await callIn(t, { most: 1 });
  const second = await callIn(t, { liveCalls, clockRuns: true });
  assert.deepEqual([second.incoming.rejected, second.incoming.answered], ["busy", false]);
  assert.ok(second.over());
  assert.equal(liveCalls.count, 1);
  assert.equal(second.talk.events("call_rejected")[0]?.data?.reason, "busy");
  assert.equal(await second.talk.metric('calls_rejected_total{reason="busy"}'), 1);
  assert.equal(second.talk.events("call_end").length, 0, "it never began");
});

test("a caller for whom the machine lacks capacity returns to the dialplan, and no other call is affected", async (t) => {
  let hasRoom = true;
  const liveCalls = new LiveCalls(5, 0, { took: () => {}, hasRoom: () => hasRoom });
  const first = await callIn(t, { liveCalls });
  hasRoom = false;
  const second = await callIn(t, { liveCalls, clockRuns: true });
  assert.deepEqual([second.incoming.rejected, second.incoming.answered], ["congested", false]);
  assert.ok(second.over() && !first.over());
  assert.equal(second.talk.events("call_rejected")[0]?.data?.reason, "overloaded");
  assert.equal(await second.talk.metric('calls_rejected_total{reason="overloaded"}'), 1);
  hasRoom = true;
  const third = await callIn(t, { liveCalls, clockRuns: true });
  assert.ok(third.incoming.answered);
});

test("a call that cannot even be rejected is released", async (t) => {
  const { over, talk } = await callIn(t, {
    liveCalls: new LiveCalls(0),
    prepare: (incoming) => {
      incoming.reject = () => Promise.reject(new Error("Asterisk is away"));
    },
  });
  assert.ok(over());
  assert.ok(talk.scope.ending);
});

test("a call that reaches the maximum length ends with a goodbye", async (t) => {
  const { talk, over, outcome } = await callIn(t);
  await talk.hearsAll();
  talk.stt.next("hello");
  talk.model.next("Hi.");
  // Keeps the assistant talking until the end, so that no silence ends the call before.
  talk.voice.script = (text) => (text === "Hi." ? [200, new Promise(() => {})] : undefined);
  await talk.asks();
  await talk.passes(MAX_CALL_MS);
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Farewell.");
  assert.ok(over());
  assert.equal(outcome(), "completed");
  assert.equal(talk.scope.ending?.message, "wound_down");
});

test("a caller who hangs up while it is ringing is not counted as a completed call", async (t) => {
  const answering = gate();
  const { talk, over, outcome } = await callIn(t, {
    prepare: (incoming) => {
      incoming.beforeAnswer = () => answering;
    },
  });
  talk.line.leaves();
  answering.open();
  await talk.settles();
  assert.ok(over());
  assert.equal(outcome(), "cancelled");
  assert.deepEqual(talk.voice.requests, []);
  talk.assertNothingLeft();
});

test("a line that cannot be set up makes a failed call with a reason", async (t) => {
  const { talk, liveCalls, over, outcome } = await callIn(t, {
    prepare: (incoming) => {
      incoming.beforeAnswer = () => Promise.reject(new AttendantError("media_failed", "The media socket did not open"));
    },
  });
  assert.ok(over());
  assert.ok(talk.scope.ending, "what stands of it is taken down");
  assert.equal(outcome(), "failed");
  assert.equal(liveCalls.count, 0);
  assert.match(talk.logged.find(({ event }) => event === "call_end")?.msg ?? "", /media socket/);
});

test("when the process stops, calls say goodbye, and it exits after the last one", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  await talk.hearsAll();
  let drained = 0;
  void liveCalls.drain().then(() => drained++);
  void liveCalls.drain().then(() => drained++);
  await talk.settles();
  assert.equal(drained, 0);
  assert.equal(liveCalls.refusal, "shutting_down");
  const late = await callIn(t, { liveCalls, clockRuns: true });
  assert.ok(late.incoming.rejected);
  assert.equal(late.talk.events("call_rejected")[0]?.data?.reason, "shutting_down");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Farewell."]);
  assert.equal(drained, 2);
});

test("when the process hands its calls over, a browser call says goodbye, because no other process could resume it", async (t) => {
  const { talk, liveCalls, outcome } = await callIn(t, { fromBrowser: true });
  const { record } = liveCalls.find("talk-1")?.call ?? {};
  assert.deepEqual([record?.channelId, record?.extension, record?.client], [null, "browser", "someone"]);
  await talk.hearsAll();
  let left = false;
  void liveCalls.handOverAll().then(() => (left = true));
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual([left, outcome(), talk.heard.at(-1)], [true, "completed", "Farewell."]);
});

test("calls without time for a goodbye are cut off when the process ends, and counted by their state", async (t) => {
  const { talk, liveCalls, over, outcome } = await callIn(t);
  let drained = false;
  void liveCalls.drain().then(() => {
    drained = true;
  });
  await talk.settles();
  talk.scope.end(new Ending("shutting_down"));
  await talk.settles();
  assert.ok(over() && drained);
  assert.equal(outcome(), "completed");
  talk.assertNothingLeft();
});

test("an answered call leaves no Node.js timer behind", async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const { talk, over } = await callIn(t, { realTimers: true });
  await talk.hearsAll();
  assert.ok(timers() > before);
  talk.line.leaves();
  await talk.settles();
  assert.ok(over());
  assert.equal(timers(), before);
});

test("a call ends only when nothing of it is left on the line", async (t) => {
  const { talk, liveCalls, over } = await callIn(t);
  const takenDown = gate();
  talk.scope.onEnd(() => takenDown);
  talk.line.leaves();
  await talk.settles();
  assert.deepEqual([over(), liveCalls.count], [false, 1]);
  takenDown.open();
  await talk.settles();
  assert.deepEqual([over(), liveCalls.count], [true, 0]);
});

test("a process that stops waits until the last call is recorded", async (t) => {
  const keeping = gate();
  const { talk, liveCalls, kept } = await callIn(t, {
    keeping: (status) => (status === "ringing" ? undefined : keeping),
  });
  let drained = false;
  void liveCalls.drain().then(() => {
    drained = true;
  });
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual([talk.scope.ending?.kind, drained], ["finished", false]);
  keeping.open();
  await talk.settles();
  assert.ok(drained);
  assert.equal(kept.at(-1), "completed");
});

test("a client's sentence is accepted only during a conversation, and only up to a limit", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const over = endedCall("over", 0);
  const records = { findCall: async (callId: string) => (callId === "over" ? over : undefined) };
  const saying = (callId: string) => sayInCall(callId, "Your tea is ready.", { liveCalls, records });
  const [live] = [...liveCalls];
  const { callId } = live?.call.record ?? assert.fail();
  assert.equal((await saying(callId))?.callId, callId);
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Your tea is ready."]);
  await assert.rejects(saying("over"), { code: "no_conversation", message: "The call is over." });
  assert.equal(await saying("none"), undefined);
  const most = await Promise.allSettled(Array.from({ length: 25 }, () => saying(callId)));
  const refused = most.filter(({ status }) => status === "rejected");
  assert.ok(refused.length > 0 && refused.length < 10, `${refused.length} of 25`);
  talk.line.leaves();
  await talk.settles();
  assert.equal(await saying(callId), undefined);
});

test("a message from outside is said when the floor is free", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const [live] = [...liveCalls];
  assert.ok(live?.interject);
  const heard: boolean[] = [];
  void live.interject("Your tea is ready. Enjoy it.")?.then((all) => heard.push(all));
  await talk.settles();
  assert.deepEqual(talk.voice.asked, ["Welcome."], "not over the greeting");
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Your tea is ready.", "Enjoy it."]);
  assert.deepEqual(heard, [true]);
  void live.interject("Another one.")?.then((all) => heard.push(all));
  await talk.settles();
  talk.stt.next("not now");
  await talk.speaks();
  assert.deepEqual(heard, [true, false]);
  void live.interject("Too late.")?.then((all) => heard.push(all));
  talk.line.leaves();
  await talk.settles();
  assert.deepEqual(heard, [true, false, false]);
  assert.equal(live.interject, undefined, "far too late");
});

test("a message for a call that never started does not wait", async (t) => {
  const answering = gate();
  const { liveCalls, talk, over } = await callIn(t, {
    prepare: (incoming) => {
      incoming.beforeAnswer = () => answering;
    },
  });
  const [live] = [...liveCalls];
  const heard = live?.interject?.("Your tea is ready.");
  talk.line.leaves();
  answering.open();
  assert.equal(await heard, false);
  await talk.settles();
  assert.ok(over());
});

test("a line is free once the caller has left it, however slow the store is", async (t) => {
  const keeping = gate();
  const { talk, liveCalls, over } = await callIn(t, { keeping: () => keeping, most: 1 });
  talk.line.leaves();
  await talk.settles();
  assert.deepEqual([over(), liveCalls.count, liveCalls.refusal], [false, 0, undefined]);
  keeping.open();
  await talk.settles();
  assert.ok(over());
});
