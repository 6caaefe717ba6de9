import assert from "node:assert/strict";
import { test } from "node:test";
import type { Broken, Evidence, Shown } from "../../../support/soak/evidence.js";
import { audit } from "../../../support/soak/promises.js";

const NUMBER = "6000001";
const CALLER = "7000002";
const AT = Date.UTC(2026, 2, 2, 14);

const record = (fields: Partial<Shown> & Pick<Shown, "call_id">): Shown => ({
  direction: "outbound",
  status: "completed",
  extension: NUMBER,
  caller: null,
  created_at: "",
  answered_at: null,
  ended_at: null,
  duration_seconds: 2,
  message_played: true,
  choice_response: null,
  choice_status: null,
  schedule_id: null,
  error: null,
  ...fields,
});

const webhook = (callId: string, of: Shown, id = `msg_${callId}`) => ({
  callId,
  id,
  signed: true,
  body: JSON.stringify({ ...of, call_id: callId }),
});

/** A run in which a call was placed, one came in and one was scheduled, and all went well. */
function good(): Evidence {
  const [placed, came, ran] = [
    record({ call_id: "placed" }),
    record({ call_id: "came", direction: "inbound", extension: "8000", caller: CALLER }),
    record({ call_id: "ran", extension: "6000003", schedule_id: "schedule" }),
  ];
  const expected = { statuses: ["completed"], message_played: true };
  return {
    placed: [{ kind: "message", number: NUMBER, askedAt: AT, overAt: AT + 3_000, callId: "placed", expected }],
    planned: [{ kind: "once", number: "6000003", scheduleId: "schedule", runs: { least: 1, most: 1 }, reported: true }],
    arrived: [
      { kind: "conversation", caller: CALLER, answeredAt: AT, endedAt: AT + 9_000, answered: ["what time is it"] },
    ],
    turnedAway: [],
    witnesses: [],
    operator: { pressed: 1, rung: 1 },
    rings: [
      { number: NUMBER, channel: "PJSIP/8000-00000001" },
      { number: "6000003", channel: "PJSIP/8000-00000002" },
    ],
    webhooks: [webhook("placed", placed), webhook("ran", ran)],
    records: [placed, came, ran],
    runs: [{ scheduleId: "schedule", status: "completed", callId: "ran" }],
    transcripts: new Map([["came", ["what time is it"]]]),
    faults: [],
    errors: [],
    deaths: [],
    refused: [],
    left: [],
    samples: [],
  };
}

const FAULT = { name: "kill", from: AT - 1_000, to: AT + 1_000 };

/** What is wrong with a run, and which promise that breaks. */
const WRONG: readonly {
  readonly what: string;
  readonly promise: string;
  readonly is: (run: Evidence) => Partial<Evidence>;
  readonly found?: Partial<Broken>;
}[] = [
  {
    what: "an accepted call without a record",
    promise: "a call that was accepted has one record",
    is: ({ records, rings }) => ({ records: records.slice(1), rings: rings.slice(1) }),
    found: { callId: "placed", number: NUMBER },
  },
  {
    what: "a second record for one request",
    promise: "a call that was accepted has one record",
    is: ({ records }) => ({ records: [...records, record({ call_id: "again", status: "cancelled" })] }),
    found: { number: NUMBER },
  },
  {
    what: "a caller who was answered, without a record",
    promise: "a call that came in has one record",
    is: ({ records }) => ({ records: records.filter(({ call_id }) => call_id !== "came") }),
    found: { number: CALLER },
  },
  {
    what: "a call that is in progress for ever",
    promise: "every record has an ending",
    is: ({ records }) => ({
      records: records.map((each, at) => (at === 1 ? { ...each, status: "in_progress" } : each)),
    }),
    found: { callId: "came" },
  },
  {
    what: "a telephone that rang twice for one call",
    promise: "nobody is rung twice, or without a record",
    is: ({ rings }) => ({ rings: [...rings, { number: NUMBER, channel: "PJSIP/8000-00000009" }] }),
    found: { callId: "placed", number: NUMBER },
  },
  {
    what: "a telephone that rang, and nobody knows why",
    promise: "nobody is rung twice, or without a record",
    is: ({ rings }) => ({ rings: [...rings, { number: "6000099", channel: "PJSIP/8000-00000009" }] }),
    found: { number: "6000099" },
  },
  {
    what: "an operator who was called a second time",
    promise: "nobody is rung twice, or without a record",
    is: () => ({ operator: { pressed: 1, rung: 2 } }),
  },
  {
    what: "a call that is told to have been answered, where nothing rang",
    promise: "a record that tells of a ring has one",
    is: ({ rings }) => ({ rings: rings.slice(1) }),
    found: { callId: "placed" },
  },
  {
    what: "a webhook that never came",
    promise: "a call that was accepted has its webhook",
    is: ({ webhooks }) => ({ webhooks: webhooks.slice(1) }),
    found: { callId: "placed" },
  },
  {
    what: "a webhook of a scheduled call that never came",
    promise: "a call that was accepted has its webhook",
    is: ({ webhooks }) => ({ webhooks: webhooks.slice(0, 1) }),
    found: { callId: "ran" },
  },
  {
    what: "a second webhook id for one call",
    promise: "a webhook has one id, a valid signature, and what the record has",
    is: ({ webhooks, records }) => ({ webhooks: [...webhooks, webhook("placed", records[0] as Shown, "msg_other")] }),
    found: { callId: "placed" },
  },
  {
    what: "a webhook that tells something else the second time",
    promise: "a webhook has one id, a valid signature, and what the record has",
    is: ({ webhooks }) => ({
      webhooks: [...webhooks, webhook("placed", record({ call_id: "placed", status: "busy" }))],
    }),
    found: { callId: "placed" },
  },
  {
    what: "a forged webhook",
    promise: "a webhook has one id, a valid signature, and what the record has",
    is: ({ webhooks }) => ({ webhooks: webhooks.map((each) => ({ ...each, signed: false })) }),
    found: { callId: "placed" },
  },
  {
    what: "a schedule that ran twice",
    promise: "a schedule runs as often as it is due",
    is: ({ runs }) => ({ runs: [...runs, { scheduleId: "schedule", status: "missed", callId: "other" }] }),
  },
  {
    what: "a schedule that never ran",
    promise: "a schedule runs as often as it is due",
    is: () => ({ runs: [] }),
  },
  {
    what: "a busy line that nobody made busy",
    promise: "left alone, a call ends as it should",
    is: ({ records, webhooks }) => {
      const busy = record({ call_id: "placed", status: "busy", message_played: false });
      return { records: [busy, ...records.slice(1)], webhooks: [webhook("placed", busy), ...webhooks.slice(1)] };
    },
    found: { callId: "placed" },
  },
  {
    what: "a question of a caller's that is not in the transcript",
    promise: "left alone, a conversation is written down",
    is: () => ({ transcripts: new Map() }),
    found: { callId: "came", number: CALLER },
  },
  {
    what: "a caller who found nobody, with no fault about",
    promise: "left alone, a caller is answered",
    is: () => ({
      turnedAway: [{ kind: "conversation", dialledAt: AT - 1_000, at: AT, caller: "7000005", why: "cause 42" }],
    }),
    found: { number: "7000005" },
  },
  {
    what: "conversations that ended with the controller",
    promise: "after a kill 95 % of the conversations go on",
    is: () => ({
      witnesses: ["went_on", "left", "lost"].map((outcome) => ({
        caller: outcome,
        killedAt: AT,
        outcome: outcome as "went_on",
        silenceMs: 0,
      })),
    }),
    found: { number: "lost" },
  },
  {
    what: "a caller who heard nothing for four seconds",
    promise: "after a kill nobody hears nothing for more than 3000 ms",
    is: () => ({ witnesses: [{ caller: CALLER, killedAt: AT, outcome: "went_on", silenceMs: 4_000 }] }),
    found: { number: CALLER },
  },
  {
    what: "a process that died",
    promise: "the process lives, and leaves in order when it is told to",
    is: () => ({ deaths: [{ at: AT, code: 1, tail: "FATAL" }] }),
  },
  {
    what: "an error without a fault",
    promise: "nothing is an error but what a fault makes one",
    is: () => ({ errors: [{ at: AT, event: "asterisk_away", msg: "", callId: undefined }] }),
  },
  {
    what: "an error that is not the fault's",
    promise: "nothing is an error but what a fault makes one",
    is: () => ({ errors: [{ at: AT, event: "bug", msg: "", callId: "came" }], faults: [FAULT] }),
    found: { callId: "came" },
  },
  {
    what: "a service that is not well after a fault",
    promise: "all is well again when a fault is over",
    is: () => ({ faults: [{ ...FAULT, stillWrong: "degraded" }] }),
  },
  {
    what: "a channel that nobody hung up",
    promise: "nothing is left in Asterisk",
    is: () => ({ left: ["channel PJSIP/pbx-00000001"] }),
  },
  {
    what: "a request that was refused",
    promise: "a request that is in order is accepted",
    is: () => ({ refused: [{ number: NUMBER, answer: "400" }] }),
    found: { number: NUMBER },
  },
];

test("nothing is found in a run in which everything went well", () => {
  assert.deepEqual(audit(good()), []);
});

for (const { what, promise, is, found = {} } of WRONG) {
  test(`${what} is found`, () => {
    const run = good();
    const broken = audit({ ...run, ...is(run) });
    const first = broken.find((each) => each.promise === promise);
    assert.ok(first, JSON.stringify(broken));
    for (const [name, value] of Object.entries(found)) assert.equal(first[name as keyof Broken], value, name);
  });
}

test("what a fault may cause is not a finding: another ending, a caller without an answer, the error that says so", () => {
  const run = good();
  const failed = record({ call_id: "placed", status: "failed", message_played: false });
  const broken = audit({
    ...run,
    records: [failed, ...run.records.slice(1)],
    webhooks: [webhook("placed", failed), ...run.webhooks.slice(1)],
    transcripts: new Map(),
    turnedAway: [{ kind: "conversation", dialledAt: AT - 1_000, at: AT, caller: "7000005", why: "cause 42" }],
    errors: [{ at: AT, event: "asterisk_away", msg: "", callId: undefined }],
    faults: [{ ...FAULT, name: "network-stall" }],
  });
  assert.deepEqual(broken, []);
});
