import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Call } from "../../src/calls/record/call.js";
import { failAbandonedCalls } from "../../src/calls/recovery/reconcile-calls.js";
import { LiveCalls } from "../../src/calls/live/live-calls.js";
import { mayReturnWithin } from "../../src/calls/recovery/find-lost-call.js";
import { resumeCall } from "../../src/calls/resume-call.js";
import { Transcript } from "../../src/conversation/transcript.js";
import { Scope } from "../../src/kernel/scope.js";
import type { CallRecord, TranscriptEntry } from "../../src/records/call-record.js";
import { FakeIncomingCall } from "../support/fakes/fake-incoming-call.js";
import { MemoryCallStore } from "../support/fakes/memory-call-store.js";
import { memoryScheduleStore } from "../support/fakes/memory-schedule-store.js";
import type { ChannelState } from "../../src/telephony/incoming-call.js";
import { PHRASES, prepareTalk } from "../support/fakes/talk.js";

const RESUMED = "Sorry, we were cut off for a moment.";
const UNHEARD = "Sorry, I lost you for a moment. Could you say that again?";
const REJOIN_MS = 15_000;
const LEFT: CallRecord = {
  callId: "left",
  owner: "me~before",
  direction: "inbound",
  extension: "8000",
  caller: "100",
  status: "in_progress",
  channelId: "channel-1",
  createdAt: Date.now() - 60_000,
  ringingAt: Date.now() - 60_000,
  answeredAt: Date.now() - 59_000,
  endedAt: null,
  messagePlayed: false,
  choiceResponse: null,
  choiceRawText: null,
  choiceStatus: null,
  callbackUrl: null,
  tool: null,
  scheduleId: null,
  disclosureWaived: "Another test is about it.",
  error: null,
};

interface Left {
  readonly record?: Partial<CallRecord>;
  readonly entries?: readonly TranscriptEntry[];
  readonly language?: string;
  readonly isLeaving?: boolean;
  /** It has ended here, and is not written down yet. */
  readonly isConcluding?: boolean;
  readonly isStoreAway?: boolean;
  /** What the store never answers. */
  readonly hangsAt?: "read" | "save";
  /** Who finds its controller dead, and takes its calls over, just when they are looked for. */
  readonly takenBy?: string;
}

/** A call that comes back to a process that finds this in its store. */
async function comesBack(t: TestContext, left: Left = {}) {
  const { record, entries, language = "en", isLeaving, isConcluding, isStoreAway, hangsAt, takenBy } = left;
  const talk = await prepareTalk(t);
  const incoming = new FakeIncomingCall(talk.scope, talk.line);
  const liveCalls = new LiveCalls(0);
  if (isConcluding) {
    const live = {
      call: Call.resumed({ ...LEFT, owner: "me~now" }, new Transcript("", Date.now), Date.now),
      scope: new Scope("ended"),
    };
    liveCalls.add(live);
    liveCalls.freeLine(live);
  }
  if (isLeaving) void liveCalls.drain();
  const records = new MemoryCallStore();
  await records.saveCall({ ...LEFT, ...record });
  if (entries) await records.saveTranscript("left", entries);
  records.saved.length = 0;
  const transcripts: (readonly TranscriptEntry[])[] = [];
  records.before = async (operation, callId) => {
    if (operation === "save" && takenBy && (await records.findCall(callId))?.owner === LEFT.owner) {
      records.before = () => {};
      await records.takeCall(callId, LEFT.owner, takenBy);
    }
  };
  if (isStoreAway) records.away = true;
  if (hangsAt) records.before = (operation) => operation === hangsAt && new Promise(() => {});
  let over = false;
  void resumeCall(incoming, {
    now: Date.now,
    owner: () => "me~now",
    handedOverTo: "handed-over~me",
    otherOwners: async () => ["me~before"],
    occurrences: memoryScheduleStore(),
    rejoinMs: REJOIN_MS,
    records: Object.assign(records, {
      saveTranscript: async (_callId: string, said: readonly TranscriptEntry[]) => void transcripts.push([...said]),
    }),
    outbox: { enqueue: () => assert.fail("nobody asked for a webhook") },
    resources: { ...talk.resources, language },
    metrics: talk.call.metrics,
    phrases: PHRASES,
    systemPrompt: "Be brief.",
    assistants: {
      ids: ["sales"],
      find: (id) => {
        const { resources } = talk;
        const phrases = { ...PHRASES, resumed: ["Sales again."] };
        const callerId = { name: "", number: "" };
        return id === "sales" ? { id, resources, phrases, callerId, systemPrompt: "You sell." } : undefined;
      },
      answering: () => assert.fail("it was answered before"),
    },
    maxCallMs: 600_000,
    liveCalls,
    tasks: { of: () => talk.needs.tasks },
    log: talk.call.log,
  }).then(() => (over = true));
  await talk.settles();
  return { talk, incoming, liveCalls, records, saved: records.saved, transcripts, over: () => over };
}

test("a caller hears an apology and the sentences that were cut off, and the model knows what was said", async (t) => {
  const { talk, incoming, saved, over } = await comesBack(t, {
    entries: [
      { at: 1, who: "assistant", text: "Welcome." },
      { at: 2, who: "caller", text: "tell me a story" },
      { at: 3, who: "assistant", text: "There was a king.", unheard: "He had a hat. It was red." },
    ],
  });
  assert.ok(incoming.answered);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, [RESUMED, "He had a hat.", "It was red."]);
  talk.stt.next("and then");
  talk.model.next("The end.");
  await talk.asks();
  assert.deepEqual(
    talk.model.requests[0]?.asked.map(({ content }) => content),
    [
      "Be brief.",
      "Welcome.",
      "tell me a story",
      "There was a king.",
      `${RESUMED} He had a hat. It was red.`,
      "and then",
    ],
  );
  talk.line.leaves();
  await talk.settles();
  assert.ok(over());
  const record = saved.at(-1);
  assert.equal(record?.callId, "left");
  assert.equal(record?.status, "completed");
  assert.equal(record?.owner, "me~now");
  assert.equal(record?.answeredAt, LEFT.answeredAt, "it is one call, from its first answer on");
  assert.equal(await talk.metric('calls_resumed_total{outcome="resumed"}'), 1);
});

for (const [assistant, resumed, prompt] of [
  ["sales", "Sales again.", "You sell."],
  ["left-the-file", RESUMED, "Be brief."],
] as const) {
  test(`a resumed call keeps its assistant: ${assistant}`, async (t) => {
    const { talk, saved } = await comesBack(t, {
      record: { assistant },
      entries: [{ at: 1, who: "assistant", text: "Welcome." }],
    });
    await talk.hearsAll();
    assert.deepEqual(talk.heard, [resumed]);
    talk.stt.next("and then");
    talk.model.next("The end.");
    await talk.asks();
    assert.equal(talk.model.requests[0]?.asked[0]?.content, prompt);
    talk.line.leaves();
    await talk.settles();
    assert.equal(saved.at(-1)?.assistant, assistant);
  });
}

test("the telephone system is told what a caller who comes back had dialled, and with which assistant", async (t) => {
  const { incoming } = await comesBack(t, { record: { extension: "8001", assistant: "sales" } });
  assert.deepEqual(incoming.dialled, ["8001", "sales"]);
});

test("a caller who was answered as their controller died is greeted, and recorded as answered", async (t) => {
  const { talk, saved } = await comesBack(t, { record: { status: "ringing", answeredAt: null } });
  await talk.hearsAll();
  assert.deepEqual(talk.heard, PHRASES.greetings.slice(0, 1));
  talk.line.leaves();
  await talk.settles();
  assert.deepEqual(
    saved.map(({ status, answeredAt }) => [status, answeredAt !== null]),
    [
      ["ringing", false],
      ["in_progress", true],
      ["completed", true],
    ],
  );
});

for (const [what, entries] of [
  ["the caller had asked something", [{ at: 1, who: "caller", text: "tell me a story" }]],
  ["no words are kept", undefined],
] as const) {
  test(`a caller is asked to repeat if ${what}`, async (t) => {
    const { talk } = await comesBack(t, entries && { entries });
    await talk.hearsAll();
    assert.deepEqual(talk.heard, [UNHEARD]);
    talk.line.leaves();
    await talk.settles();
  });
}

for (const [what, left] of [
  ["a placed call whose script was not kept", { record: { direction: "outbound" } }],
  ["a call of another channel", { record: { channelId: "channel-2" } }],
  ["a call that is over", { record: { status: "completed", endedAt: Date.now() } }],
  ["any call while the service is stopping", { isLeaving: true }],
  ["a call that has just ended here", { record: { owner: "me~now" }, isConcluding: true }],
  ["a call that another controller has taken", { record: { owner: "you~now" } }],
  ["a call that another controller is taking", { takenBy: "you~now" }],
] as const) {
  test(`${what} returns to the dialplan`, async (t) => {
    const { talk, incoming, saved, over } = await comesBack(t, left);
    assert.ok(incoming.rejected && !incoming.answered && over());
    assert.deepEqual(saved, []);
    assert.equal(await talk.metric('calls_resumed_total{outcome="given_back"}'), 1);
  });
}

test("a call that this process has already taken over is found too", async (t) => {
  const { talk, saved } = await comesBack(t, { takenBy: "me~now" });
  await talk.hearsAll();
  talk.line.leaves();
  await talk.settles();
  assert.deepEqual(
    saved.map(({ owner, status }) => `${owner} ${status}`),
    ["me~now in_progress", "me~now completed"],
  );
});

test("no other controller ends a call that was resumed", async (t) => {
  const { talk, records, saved, liveCalls } = await comesBack(t);
  const settlesAs = (owner: string, isLive: (callId: string) => boolean) =>
    failAbandonedCalls({
      now: Date.now,
      ...{ records, outbox: { enqueue: () => assert.fail("nobody is told") }, owner: () => owner, isLive },
      ...{ isAwaited: async () => false, mayReturn: async () => false, maxCallMs: 600_000, log: talk.call.log },
    });
  assert.equal(await records.takeCall("left", "me~before", "you~now"), false, "a lease that runs out later");
  for (const owner of ["you~now", "me~before"]) await settlesAs(owner, () => false);
  await settlesAs("me~now", (callId) => liveCalls.find(callId) !== undefined);
  assert.deepEqual(
    saved.map(({ status }) => status),
    ["in_progress"],
  );
  await talk.hearsAll();
  talk.line.leaves();
  await talk.settles();
  assert.equal((await records.findCall("left"))?.status, "completed");
});

test("speech is stored while it is spoken", async (t) => {
  const { talk, transcripts } = await comesBack(t, { entries: [{ at: 1, who: "caller", text: "hello" }] });
  await talk.passes(1_000);
  await talk.passes(1_000);
  const [before, ...none] = transcripts;
  assert.deepEqual(
    before?.map((entry) => entry.who === "assistant" && [entry.text, entry.unheard]),
    [false, ["", UNHEARD]],
  );
  assert.deepEqual(none, [], "nothing new, nothing written");
  talk.line.leaves();
  await talk.settles();
});

test("the rest of a reply is read out in the language of the call", async (t) => {
  const { talk } = await comesBack(t, {
    language: "de",
    entries: [{ at: 1, who: "assistant", text: "Guten Tag.", unheard: "Es sind 3 × 4." }],
  });
  await talk.hearsAll();
  assert.deepEqual(talk.heard, [RESUMED, "Es sind 3 mal 4."]);
});

test("a call may return while Asterisk has its channel or cannot be asked, but not for ever", async (t) => {
  const { signal } = t;
  const has = (state: ChannelState | undefined) => ({ channelState: async () => state });
  assert.equal(await mayReturnWithin(5_000, has("up"), signal)(LEFT), true);
  assert.equal(await mayReturnWithin(5_000, has(undefined), signal)(LEFT), true);
  assert.equal(await mayReturnWithin(5_000, has("gone"), signal)(LEFT), false);
  assert.equal(await mayReturnWithin(0, has("up"), signal)(LEFT), false);
  const placed = { ...LEFT, direction: "outbound", status: "ringing" } as const;
  assert.equal(await mayReturnWithin(5_000, has("up"), signal)(placed), false, "what it has to say is not known");
  const script = { message: "Dinner is ready.", choice: null, heard: 0, asked: 0 };
  assert.equal(await mayReturnWithin(5_000, has("up"), signal)({ ...placed, script }), true);
  assert.equal(await mayReturnWithin(5_000, has("down"), signal)({ ...placed, script }), false, "it still rings");
  const talking: CallRecord = { ...LEFT, stage: "put_through" };
  assert.equal(await mayReturnWithin(0, has("up"), signal)(talking), true, "to the operator, for as long as they like");
  assert.equal(await mayReturnWithin(0, has("gone"), signal)(talking), false);
});

test("the number of controllers that died during a call is counted", async (t) => {
  const first = await comesBack(t, { record: { resumptions: 1 } });
  assert.ok(first.incoming.answered);
  assert.equal(first.saved[0]?.resumptions, 2, "written down before anything is said");
});

test("a call that was given up has failed, and its caller returns to the dialplan", async (t) => {
  const { talk, incoming, saved, over } = await comesBack(t, { record: { resumptions: 2 } });
  assert.ok(incoming.rejected && !incoming.answered && over());
  const record = saved.at(-1);
  assert.equal(record?.status, "failed");
  assert.match(record?.error ?? "", /stopped unexpectedly during the call, 3 times/);
  assert.equal(talk.events("call_given_up").length, 1);
  assert.equal(await talk.metric('calls_resumed_total{outcome="given_up"}'), 1);
});

for (const [what, left] of [
  ["hangs at a read", { hangsAt: "read" }],
  ["hangs at a save", { hangsAt: "save" }],
  ["is away", { isStoreAway: true }],
] as const) {
  test(`a store that ${what} keeps a caller as long as Asterisk would, with a waiting sound`, async (t) => {
    const { talk, incoming, over } = await comesBack(t, left);
    assert.equal(incoming.answered, false, "it may take a moment");
    for (let second = 1; second < REJOIN_MS / 1_000; second++) {
      await talk.passes(1_000);
      await talk.hears(1_000);
      assert.ok(incoming.answered && !over());
      assert.equal(talk.line.heardMs, second * 1_000);
    }
    assert.ok(talk.line.heard.some((samples) => samples.some((sample) => sample > 2_000)));
    await talk.passes(1_200);
    assert.ok(incoming.rejected && over());
    assert.equal(talk.events("call_not_found").length, 1);
  });
}

test("a store that returns in that time resumes the call, at once and once", async (t) => {
  const { talk, records, incoming } = await comesBack(t, { isStoreAway: true });
  for (let second = 0; second < 4; second++) {
    await talk.passes(1_000);
    await talk.hears(1_000);
  }
  records.away = false;
  await talk.passes(1_000);
  assert.equal(talk.line.flushed.length, 1, "the waiting sound stops in the middle");
  await talk.hearsAll();
  assert.ok(!incoming.rejected);
  assert.deepEqual(talk.heard.slice(-1), [UNHEARD]);
  talk.line.leaves();
  await talk.settles();
  const record = await records.findCall("left");
  assert.deepEqual([record?.status, record?.owner, record?.resumptions], ["completed", "me~now", 1]);
});

test("a caller who hangs up while the store is away is not kept, and none is returned to the dialplan", async (t) => {
  const { talk, incoming, over } = await comesBack(t, { isStoreAway: true });
  await talk.passes(1_500);
  talk.line.leaves();
  await talk.settles();
  assert.ok(over() && !incoming.rejected);
});
