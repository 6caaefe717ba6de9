import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallResult } from "../../../src/calls/call-result.js";
import { resumeCalls } from "../../../src/calls/resume-calls.js";
import type { CallRecord } from "../../../src/records/call-record.js";
import type { CallStore } from "../../../src/records/stores.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

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

/** What becomes of records that a former run left behind, when this one looks one second after its start. */
async function resumed(record: CallRecord, reported?: Partial<CallResult>) {
  const saved: CallRecord[] = [];
  const sent: CallResult[] = [];
  const records: Partial<CallStore> = {
    unfinishedCalls: (owner) => Promise.resolve(owner === record.owner ? [record] : []),
    saveCall: async (each) => void saved.push(each),
  };
  await resumeCalls({
    records: records as CallStore,
    outbox: {
      enqueue: ({ payload }) => {
        sent.push(payload);
        return Promise.resolve({ body: JSON.stringify({ ...payload, ...reported }) });
      },
    },
    owner: "me",
    startedAt: STARTED,
    maxCallMs: MAX_CALL_MS,
    log: quietLog,
    signal: new AbortController().signal,
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

test("nobody is told anything of a call without a webhook", async () => {
  assert.deepEqual((await resumed(left({}))).sent, []);
});

test("a call whose result was stored before the service died ends as that says", async () => {
  const going = left({ status: "in_progress", answeredAt: STARTED - 4 * MINUTE, callbackUrl: "http://receiver.test/" });
  const { saved } = await resumed(going, {
    status: "completed",
    duration_seconds: 12.5,
    message_played: true,
    choice_status: "matched",
    choice_response: "yes",
    error: null,
  });
  assert.deepEqual(saved, [
    {
      ...going,
      status: "completed",
      endedAt: STARTED - 4 * MINUTE + 12_500,
      messagePlayed: true,
      choiceStatus: "matched",
      choiceResponse: "yes",
    },
  ]);
});

test("a call is not said to have lasted as long as the service was away", async () => {
  const answeredAt = STARTED - 600 * MINUTE;
  const { saved } = await resumed(left({ status: "in_progress", createdAt: answeredAt, answeredAt }));
  assert.equal(saved[0]?.endedAt, answeredAt + MAX_CALL_MS);
});

test("calls of this run and of other controllers are left alone", async () => {
  assert.deepEqual((await resumed(left({ createdAt: STARTED }))).saved, []);
  assert.deepEqual((await resumed(left({ owner: "somebody else" }))).saved, []);
});
