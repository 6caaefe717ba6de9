import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallResult, resultOf } from "../../../../src/calls/record/call-result.js";
import { failAbandonedCalls } from "../../../../src/calls/recovery/reconcile-calls.js";
import type { CallRecord } from "../../../../src/records/call-record.js";
import type { CallStore } from "../../../../src/records/stores.js";
import { AttendantError } from "../../../../src/kernel/errors.js";
import { MemoryCallStore } from "../../../support/fakes/memory-call-store.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

const STARTED = Date.parse("2026-03-01T12:00:00Z");
const MAX_CALL_MS = 1_800_000;
const MINUTE = 60_000;

const left = (record: Partial<CallRecord>): CallRecord => ({
  callId: "c",
  owner: "me",
  direction: "outbound",
  status: "queued",
  extension: "100",
  caller: "",
  createdAt: STARTED - 5 * MINUTE,
  ringingAt: null,
  answeredAt: null,
  endedAt: null,
  messagePlayed: false,
  choiceResponse: null,
  choiceRawText: null,
  choiceStatus: null,
  tool: null,
  scheduleId: null,
  error: null,
  callbackUrl: null,
  channelId: null,
  ...record,
});

const isAwaited = () => Promise.resolve(false);
const mayReturn = () => Promise.resolve(false);

/** What becomes of records that a former run left behind, when this one looks one second after its start. */
async function resumed(
  record: CallRecord,
  reported?: Partial<CallResult>,
  { live = [], awaited = [] }: { live?: readonly string[]; awaited?: readonly string[] } = {},
) {
  const saved: CallRecord[] = [];
  const sent: CallResult[] = [];
  const records: Partial<CallStore> = {
    unfinishedCalls: (owner) => Promise.resolve(owner === record.owner ? [record] : []),
    findCall: () => Promise.resolve(record),
    saveCall: async (each) => saved.push(each) > 0,
  };
  await failAbandonedCalls({
    records: records as CallStore,
    outbox: {
      enqueue: ({ payload }) => {
        sent.push(payload);
        return Promise.resolve({ body: JSON.stringify({ ...payload, ...reported }) });
      },
    },
    owner: () => "me",
    isLive: (callId) => live.includes(callId),
    isAwaited: async ({ callId }) => awaited.includes(callId),
    mayReturn,
    maxCallMs: MAX_CALL_MS,
    log: quietLog,
    now: () => STARTED + 1_000,
  });
  return { saved, sent };
}

for (const [name, record, error] of [
  ["waited for its turn", {}, "The service stopped unexpectedly before it was dialled."],
  ["was being dialled", { channelId: "x" }, "The service stopped unexpectedly while it was being dialled."],
  ["rang", { channelId: "x", status: "ringing" }, "The service stopped unexpectedly while it rang."],
  ["was going on", { channelId: "x", status: "in_progress" }, "The service stopped unexpectedly during the call."],
] as const) {
  test(`a call that ${name} when the service died has failed, and says so`, async () => {
    const { saved, sent } = await resumed(left({ ...record, callbackUrl: "http://receiver.test/" }));
    assert.deepEqual(
      saved.map(({ status, error, endedAt }) => ({ status, error, endedAt })),
      [{ status: "failed", error, endedAt: STARTED + 1_000 }],
    );
    assert.deepEqual([sent[0]?.status, sent[0]?.error], ["failed", error]);
  });
}

test("no delivery is made for a call without a webhook", async () => {
  assert.deepEqual((await resumed(left({}))).sent, []);
});

test("a call whose result was stored before the service died ends as that says", async () => {
  const going = left({ status: "in_progress", answeredAt: STARTED - 4 * MINUTE, callbackUrl: "http://receiver.test/" });
  const { saved } = await resumed(going, {
    status: "completed",
    answered_by: "human",
    answer_evidence: "choice",
    duration_seconds: 12.5,
    message_played: true,
    choice_status: "matched",
    choice_response: "yes",
    choice_matched_by: "key",
    question_heard: true,
    error: null,
  });
  assert.deepEqual(saved, [
    {
      ...going,
      script: undefined,
      status: "completed",
      answeredBy: "human",
      answerEvidence: "choice",
      endedAt: STARTED - 4 * MINUTE + 12_500,
      messagePlayed: true,
      choiceStatus: "matched",
      choiceResponse: "yes",
      choiceMatchedBy: "key",
      questionHeard: true,
    },
  ]);
});

test("a call is not said to have lasted as long as the service was away", async () => {
  const answeredAt = STARTED - 600 * MINUTE;
  const { saved } = await resumed(left({ status: "in_progress", createdAt: answeredAt, answeredAt }));
  assert.equal(saved[0]?.endedAt, answeredAt + MAX_CALL_MS);
});

test("a scheduled call that may yet be carried out is left to the scheduler", async () => {
  assert.deepEqual((await resumed(left({ scheduleId: "s" }), {}, { awaited: ["c"] })).saved, []);
  assert.equal((await resumed(left({ scheduleId: "s" }))).saved[0]?.status, "failed");
});

test("calls of this run and of other controllers are left alone", async () => {
  assert.deepEqual((await resumed(left({ createdAt: STARTED }), {}, { live: ["c"] })).saved, []);
  assert.deepEqual((await resumed(left({ owner: "somebody else" }))).saved, []);
});

test("a call that is dated later than this run, by a clock that has been set back, is brought to its end", async () => {
  const { saved } = await resumed(left({ createdAt: STARTED + 600 * MINUTE }));
  assert.equal(saved[0]?.status, "failed");
});

test("a call whose answer was not written down any more has the duration that was reported", async () => {
  const ringing = left({ status: "ringing", ringingAt: STARTED - MINUTE, callbackUrl: "http://receiver.test/" });
  const { saved } = await resumed(ringing, { status: "completed", duration_seconds: 12.5, error: null });
  const [record] = saved;
  assert.ok(record);
  assert.equal(resultOf(record).duration_seconds, 12.5);
  assert.ok(record.answeredAt !== null && record.answeredAt < Number(record.endedAt));
});

test("a call that may yet be gone on with is left alone while it may, and whatever becomes of it then", async () => {
  const store = new MemoryCallStore();
  for (const callId of ["returns", "does not"]) await store.saveCall(left({ callId }));
  store.saved.length = 0;
  let looks = 0;
  const look = () =>
    failAbandonedCalls({
      now: Date.now,
      records: store,
      outbox: { enqueue: () => assert.fail("nobody asked for a webhook") },
      owner: () => "me",
      isLive: (callId) => callId === "returns" && looks >= 3,
      isAwaited,
      mayReturn: async () => ++looks <= 4,
      maxCallMs: MAX_CALL_MS,
      log: quietLog,
    });
  assert.equal(await look(), 2);
  assert.equal(await look(), 1, "one of them has returned");
  assert.deepEqual(store.saved, []);
  assert.equal(await look(), 0);
  assert.deepEqual(
    store.saved.map(({ callId, status }) => `${callId} ${status}`),
    ["does not failed"],
  );
});

/** Two calls that are left behind, of which something happens to the first. */
async function resumedPair(happens: (store: MemoryCallStore, attempt: number) => void) {
  const store = new MemoryCallStore();
  for (const callId of ["one", "two"]) {
    await store.saveCall(left({ callId, callbackUrl: "http://receiver.test/" }));
  }
  store.saved.length = 0;
  let attempts = 0;
  const logged: string[] = [];
  const resumes = () =>
    failAbandonedCalls({
      now: Date.now,
      records: store,
      outbox: {
        enqueue: async ({ callId, payload }) => {
          if (callId === "one") happens(store, ++attempts);
          return { body: JSON.stringify(payload) };
        },
      },
      owner: () => "me",
      isLive: () => false,
      isAwaited,
      mayReturn,
      maxCallMs: MAX_CALL_MS,
      log: { ...quietLog, warn: (event) => logged.push(event), error: (event) => logged.push(event) },
    });
  return { store, resumes, logged };
}

test("a call whose result can never be stored keeps neither itself nor others from their end", async () => {
  const { store, resumes, logged } = await resumedPair(() => {
    throw new RangeError("a delivery id may contain only letters, digits, _ and -");
  });
  await resumes();
  assert.deepEqual(
    store.saved.map(({ callId, status }) => `${callId} ${status}`),
    ["one failed", "two failed"],
  );
  assert.ok(logged.includes("call_not_recorded"));
});

test("what the store's going away broke off is finished by doing it again", async () => {
  const { store, resumes } = await resumedPair((_, attempt) => {
    if (attempt < 2) throw new AttendantError("store_unavailable", "The store is away.");
  });
  await assert.rejects(resumes(), { code: "store_unavailable" });
  assert.deepEqual(store.saved, []);
  await resumes();
  assert.deepEqual(
    store.saved.map(({ callId }) => callId),
    ["one", "two"],
  );
});

test("a call of this run that ended while the list was read is left as it ended", async () => {
  const store = new MemoryCallStore();
  await store.saveCall(left({ callId: "mine" }));
  const isLive = () => {
    store.saved.length = 0;
    void store.saveCall(left({ callId: "mine", status: "completed", endedAt: STARTED }));
    return false;
  };
  const outbox = { enqueue: () => assert.fail("nobody is told") };
  await failAbandonedCalls({
    now: Date.now,
    records: store,
    outbox,
    owner: () => "me",
    isLive,
    isAwaited,
    mayReturn,
    maxCallMs: MAX_CALL_MS,
    log: quietLog,
  });
  assert.deepEqual(
    store.saved.map(({ status }) => status),
    ["completed"],
  );
});

test("a call that was put through when the service died is completed, and no side of it has hung up on record", async () => {
  const put = {
    channelId: "x",
    status: "in_progress",
    transferredTo: "Queue",
    transferOutcome: "transferred",
  } as const;
  const { saved } = await resumed(left(put));
  assert.deepEqual([saved[0]?.status, saved[0]?.error, saved[0]?.endedBy], ["completed", null, undefined]);
});
