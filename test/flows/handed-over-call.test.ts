import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { answerCall } from "../../src/calls/answer-call.js";
import { LiveCalls } from "../../src/calls/live/live-calls.js";
import { resumeCall } from "../../src/calls/resume-call.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { FakeIncomingCall } from "../support/fakes/fake-incoming-call.js";
import { operatorOnly } from "../support/fakes/fake-switchboard.js";
import { MemoryCallStore } from "../support/fakes/memory-call-store.js";
import { memoryScheduleStore } from "../support/fakes/memory-schedule-store.js";
import { PHRASES, prepareTalk, type TalkOptions } from "../support/fakes/talk.js";

const GREETING = "Welcome. This is the second sentence.";

interface Process extends TalkOptions {
  readonly name: string;
  readonly records: MemoryCallStore;
  /** What the model says to what was asked last. */
  readonly answer?: string;
  /** Another one has had the call before. */
  readonly hadBefore?: boolean;
}

/** A process that has the call, as one that comes in or one that comes back. */
async function serves(t: TestContext, { name, records, answer, hadBefore = false, ...options }: Process) {
  const talk = await prepareTalk(t, { ...options, clockRuns: hadBefore });
  if (answer) talk.model.next(answer);
  const incoming = new FakeIncomingCall(talk.scope, talk.line);
  const liveCalls = new LiveCalls(5);
  let over = false;
  const needs = {
    owner: () => `folder~${name}`,
    otherOwners: async () => records.owners(),
    occurrences: memoryScheduleStore(),
    rejoinMs: 15_000,
    handedOverTo: `handed-over~${name}`,
    records,
    outbox: { enqueue: () => assert.fail("nobody asked for a webhook") },
    resources: talk.resources,
    metrics: talk.call.metrics,
    phrases: { ...PHRASES, greetings: [GREETING] },
    switchboard: options.switchboard,
    systemPrompt: "Be brief.",
    maxCallMs: 600_000,
    liveCalls,
    tasks: { of: () => talk.needs.tasks },
    log: talk.call.log,
    now: Date.now,
  };
  void (hadBefore ? resumeCall : answerCall)(incoming, needs).then(() => (over = true));
  await talk.settles();
  return { talk, incoming, liveCalls, over: () => over };
}

async function begins(t: TestContext, options: TalkOptions = {}) {
  const records = new MemoryCallStore();
  const served = await serves(t, { name: "first", records, ...options });
  const { liveCalls, talk } = served;
  return {
    ...served,
    records,
    async handsOver() {
      let done = false;
      void liveCalls.handOverAll().then(() => (done = true));
      await talk.settles();
      return () => done;
    },
    next: (answer?: string) => serves(t, { name: "second", records, hadBefore: true, ...(answer && { answer }) }),
  };
}

const recordIn = async (records: MemoryCallStore) => (await records.listCalls({ limit: 1 })).items[0];

test("a conversation stops at the end of a sentence, and the next process resumes with the next one", async (t) => {
  const { talk, records, handsOver, over, next } = await begins(t, { phrases: PHRASES });
  await talk.hearsAll();
  talk.stt.next("count to three");
  talk.model.next("One. Two. Three.");
  await talk.asks();
  await talk.hears(500);
  const done = await handsOver();
  assert.equal(done(), false, "a sentence is being said");
  await talk.hears(500);
  assert.ok(done() && over());
  assert.deepEqual(talk.heard.slice(-1), ["One."]);
  assert.equal(talk.scope.ending?.kind, "handed_over");
  assert.equal(talk.events("call_end").length, 0);
  const left = await recordIn(records);
  assert.deepEqual([left?.status, left?.stage, left?.owner], ["in_progress", "handed_over", "handed-over~first"]);

  const second = await next();
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, ["Two.", "Three."]);
  second.talk.stt.next("and then");
  second.talk.model.next("Four.");
  await second.talk.asks();
  assert.deepEqual(second.talk.history.slice(1), [
    "user count to three",
    "assistant One.",
    "assistant Two. Three.",
    "user and then",
  ]);
  second.talk.line.leaves();
  await second.talk.settles();
  const over2 = await recordIn(records);
  assert.deepEqual([over2?.callId, over2?.status, over2?.stage], [left?.callId, "completed", undefined]);
  assert.equal(over2?.resumptions, undefined, "nobody died");
  assert.equal(await second.talk.metric('calls_resumed_total{outcome="handed_over"}'), 1);
});

test("in silence a call is handed over at once, and the next process says nothing unprompted", async (t) => {
  const { talk, handsOver, next } = await begins(t);
  await talk.hearsAll();
  const done = await handsOver();
  assert.ok(done());
  const second = await next();
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, []);
  second.talk.stt.next("are you there");
  second.talk.model.next("Yes.");
  await second.talk.asks();
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, ["Yes."]);
});

test("a caller who is asking something is answered before the hand-over", async (t) => {
  const { talk, handsOver, next } = await begins(t);
  await talk.hearsAll();
  talk.stt.next("count to two");
  talk.model.next("One. Two.");
  await talk.speaks();
  const done = await handsOver();
  assert.equal(done(), false, "the caller speaks");
  await talk.pauses();
  assert.equal(done(), false, "nothing was answered yet");
  await talk.hears(1_000);
  assert.ok(done());
  const second = await next();
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, ["Two."]);
});

test("a stored question without an answer is answered by the next process", async (t) => {
  const { talk, records, handsOver, next } = await begins(t);
  await talk.hearsAll();
  await handsOver();
  const { callId = "" } = (await recordIn(records)) ?? {};
  await records.saveTranscript(callId, [{ at: 1, who: "caller", text: "what is it" }]);
  const second = await next("This.");
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, ["This."]);
  assert.deepEqual(second.talk.history, ["user what is it"]);
});

test("a sentence that does not end in time is cut off, and repeated by the next process", async (t) => {
  const { talk, handsOver, next } = await begins(t);
  await talk.hears(300);
  const done = await handsOver();
  await talk.passes(5_000);
  assert.ok(done());
  const second = await next();
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, ["Welcome.", "This is the second sentence."]);
});

test("a caller who waits for a colleague at the hand-over hears at once that the next process is there again", async (t) => {
  const dialler = new FakeDialler();
  const { talk, handsOver, next } = await begins(t, { switchboard: await operatorOnly(dialler) });
  await talk.hearsAll();
  talk.line.presses("0");
  await talk.settles();
  const done = await handsOver();
  await talk.passes(5_000);
  assert.ok(done());
  assert.ok(dialler.last.request.scope.ending, "the colleague's telephone stops");
  const second = await next();
  await second.talk.hearsAll();
  assert.deepEqual(second.talk.heard, ["I am back.", "How can I help you?"]);
});

test("a caller who hangs up during the hand-over ends the call normally", async (t) => {
  const { talk, records, handsOver } = await begins(t);
  await talk.hears(300);
  const done = await handsOver();
  talk.line.leaves();
  await talk.settles();
  assert.ok(done());
  assert.equal((await recordIn(records))?.status, "completed");
});

test("a store that is away delays no caller, and leaves the call with its owner", async (t) => {
  const { talk, records, handsOver } = await begins(t);
  await talk.hearsAll();
  records.before = () => new Promise(() => {});
  const done = await handsOver();
  assert.equal(done(), false);
  await talk.passes(2_000);
  await talk.passes(200);
  assert.ok(done());
  assert.equal(talk.scope.ending?.kind, "handed_over");
  assert.equal(talk.events("call_not_handed_over").length, 1);
  records.before = () => {};
  assert.equal((await recordIn(records))?.owner, "folder~first");
});
