import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallRecord } from "../../src/records/call-record.js";
import { Ending } from "../../src/kernel/ending.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { FakeVoice } from "../support/fakes/fake-voice.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { CHOICE, type PlacedCalls, MAX_CALL_MS, startPlacedCalls } from "../support/fakes/placed-calls.js";
import { PHRASES } from "../support/fakes/talk.js";

const TWO = "Dinner is ready. It gets cold.";

function times({ createdAt, ringingAt, answeredAt, endedAt }: CallRecord): (number | null)[] {
  const order = [createdAt, ringingAt, answeredAt, endedAt];
  return order.map((at) => (at === null ? null : 0));
}

test("a callee hears the whole message, and is hung up on after its last mark", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId, line } = await calls.answered({ message: TWO });
  assert.equal((await calls.record(callId)).status, "in_progress");
  await calls.hears(1_999);
  assert.equal(line.signal.aborted, false);
  assert.equal((await calls.record(callId)).messagePlayed, false);
  await calls.hears(1);
  assert.deepEqual(calls.heard, ["Dinner is ready.", "It gets cold."]);
  assert.deepEqual(
    { ...calls.result, duration_seconds: 0 },
    {
      call_id: callId,
      status: "completed",
      extension: "100",
      disclosed_at: null,
      disclosure_waived: "DISCLOSURE is false.",
      answered_by: null,
      answer_evidence: null,
      duration_seconds: 0,
      message_played: true,
      choice_response: null,
      choice_raw_text: null,
      choice_status: null,
      choice_matched_by: null,
      question_heard: null,
      transferred_to: null,
      transfer_outcome: null,
      schedule_id: null,
      chain_id: null,
      error: null,
    },
  );
  assert.deepEqual(calls.store.statuses(callId), [
    "queued",
    "queued",
    "ringing",
    "in_progress", // answered
    "in_progress", // its first sentence was heard
    "in_progress", // its message was played
    "completed",
  ]);
  assert.deepEqual(times(await calls.record(callId)), [0, 0, 0, 0]);
  assert.equal((await calls.record(callId)).endedBy, "assistant");
  assert.deepEqual(
    calls.store.transcripts.get(callId)?.map((entry) => entry.who === "assistant" && entry.text),
    [TWO],
  );
  calls.assertNothingLeft();
});

test("a callee sees the assistant's number, or the permitted number that was requested, and nothing else", async (t) => {
  const calls = await startPlacedCalls(t);
  for (const [callerId, shown] of [
    [undefined, { name: "Attendant", number: "8000" }],
    ["8001", { name: "Sales", number: "8001" }],
    ["+493012345", { name: "Attendant", number: "+493012345" }],
    ["112", { name: "Attendant", number: "8000" }],
  ] as const) {
    await calls.places({ callerId });
    assert.deepEqual(calls.dialler.last.request.callerId, shown, callerId);
  }
});

test("no call is placed before everything to be said is synthesised", async (t) => {
  const calls = await startPlacedCalls(t);
  const synthesised = gate();
  calls.voice.script = (text) => (text === "It gets cold." ? [synthesised, 1_000] : undefined);
  await calls.places({ message: TWO });
  assert.equal(calls.dialler.callees.length, 0);
  synthesised.open();
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 1);
  const asked = calls.voice.asked.length;
  calls.dialler.last.answers();
  await calls.settles();
  await calls.hearsAll();
  assert.equal(calls.voice.asked.length, asked, "nothing is left to synthesise during the call");
});

for (const failing of ["Dinner is ready.", "It gets cold.", "Will you come?", "Yes or no?"]) {
  test(`no call is placed if "${failing}" cannot be synthesised`, async (t) => {
    const calls = await startPlacedCalls(t);
    calls.voice.script = (text) => (text === failing ? [new AttendantError("tts_failed", "No voice.")] : undefined);
    const choice = { prompt: "Will you come? Yes or no?", options: [], timeoutMs: 1_000, attempts: 1 };
    const { callId } = await calls.places({ message: TWO, choice });
    assert.equal(calls.dialler.callees.length, 0);
    const { status, error, duration_seconds } = calls.result;
    assert.deepEqual([status, error, duration_seconds], ["failed", "No voice.", 0]);
    assert.deepEqual(times(await calls.record(callId)), [0, null, null, 0]);
    calls.assertNothingLeft();
  });
}

for (const [what, given] of [
  ["message", { message: "🙂 ***" }],
  ["question", { choice: { prompt: "???", options: [], timeoutMs: 1_000, attempts: 1 } }],
] as const) {
  test(`no call is placed for a ${what} that contains nothing to speak`, async (t) => {
    const calls = await startPlacedCalls(t);
    await calls.places(given);
    assert.equal(calls.dialler.callees.length, 0);
    assert.equal(calls.result.status, "failed");
    assert.equal(calls.result.error, `The ${what} contains nothing that can be spoken.`);
  });
}

for (const outcome of ["busy", "no_answer", "failed"] as const) {
  test(`a telephone that is ${outcome} was not answered, and the result gives the reason`, async (t) => {
    const calls = await startPlacedCalls(t);
    const { callId } = await calls.places();
    calls.dialler.last.rings();
    calls.dialler.last.declines(outcome, "That is why.");
    await calls.settles();
    const { status, error, duration_seconds, message_played } = calls.result;
    assert.deepEqual([status, error, duration_seconds, message_played], [outcome, "That is why.", 0, false]);
    assert.deepEqual(times(await calls.record(callId)), [0, 0, null, 0]);
    calls.assertNothingLeft();
  });
}

test("a call that never rang has no ringing time", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.places();
  calls.dialler.last.declines("busy", "The number is busy.");
  await calls.settles();
  assert.deepEqual(times(await calls.record(callId)), [0, null, null, 0]);
});

test("a telephone that answers without ringing counts as ringing when it answers", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.places();
  calls.dialler.last.answers();
  await calls.settles();
  const { ringingAt, answeredAt } = await calls.record(callId);
  assert.ok(ringingAt !== null && answeredAt !== null && ringingAt <= answeredAt);
});

test("a callee who answers and hangs up at once has heard nothing", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.places();
  calls.dialler.last.answersAndHangsUp();
  await calls.settles();
  assert.equal(calls.result.status, "completed");
  assert.equal(calls.result.message_played, false);
  assert.match(String(calls.result.error), /hung up before the message/);
  calls.assertNothingLeft();
});

test("a callee who hangs up in the last sentence has not heard the message", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId, line } = await calls.answered({ message: TWO });
  await calls.hears(1_900);
  line.leaves();
  await calls.settles();
  assert.deepEqual([calls.result.status, calls.result.message_played], ["completed", false]);
  assert.match(String(calls.result.error), /hung up before the message/);
  const [entry] = calls.store.transcripts.get(callId) ?? [];
  assert.deepEqual(entry?.who === "assistant" && [entry.text, entry.unheard], ["Dinner is ready.", "It gets cold."]);
  calls.assertNothingLeft();
});

test("a message whose last mark never comes back was not played, and the call has failed", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered();
  line.losesMarks();
  await calls.passes(1);
  assert.deepEqual([calls.result.status, calls.result.message_played], ["failed", false]);
  assert.match(String(calls.result.error), /not reported as played/);
  calls.assertNothingLeft();
});

test("a call longer than the maximum is ended and has failed", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered({ message: "Word ".repeat(4_000) });
  for (let i = 0; i < 60; i++) {
    await calls.passes(MAX_CALL_MS / 60);
    await calls.hears(10);
  }
  assert.ok(line.signal.aborted);
  assert.equal(calls.result.status, "failed");
  assert.match(String(calls.result.error), /MAX_CALL_SECONDS/);
});

test("ringing time does not count towards the maximum length of a call", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.places();
  await calls.passes(MAX_CALL_MS);
  const line = calls.dialler.last.answers();
  await calls.settles();
  assert.equal(line.signal.aborted, false);
});

/** From its first moment to each of the moments in which something may happen to it; whether it was answered by then. */
const PHASES: Readonly<Record<string, { readonly answered: boolean; get(calls: PlacedCalls): Promise<string> }>> = {
  "the queue": {
    answered: false,
    async get(calls) {
      for (let i = 0; i < 5; i++) await calls.places({ callbackUrl: null });
      return (await calls.places()).callId;
    },
  },
  synthesis: {
    answered: false,
    async get(calls) {
      calls.voice.script = () => [STALL];
      return (await calls.places()).callId;
    },
  },
  dialling: { answered: false, get: async (calls) => (await calls.places()).callId },
  ringing: {
    answered: false,
    async get(calls) {
      const { callId } = await calls.places();
      calls.dialler.last.rings();
      return callId;
    },
  },
  "the message": {
    answered: true,
    async get(calls) {
      const { callId } = await calls.answered({ message: TWO });
      await calls.hears(1_500);
      return callId;
    },
  },
};

for (const [phase, { answered, get }] of Object.entries(PHASES)) {
  test(`a call can be cancelled in ${phase}`, async (t) => {
    const calls = await startPlacedCalls(t, { queue: 1 });
    const callId = await get(calls);
    const record = await calls.callControl.hangUp(callId);
    assert.equal(record?.status, "cancelled");
    assert.equal(record?.error, answered ? null : "The call was cancelled.");
    assert.deepEqual([record?.messagePlayed, record?.answeredAt !== null], [false, answered]);
    await calls.settles();
    assert.deepEqual(await calls.callControl.hangUp(callId), record, "again it changes nothing");
    assert.deepEqual([calls.result.status, calls.result.call_id], ["cancelled", callId]);
    assert.equal(calls.store.statuses(callId).at(-1), "cancelled");
  });

  test(`a process that ends in ${phase} of a call reports it`, async (t) => {
    const calls = await startPlacedCalls(t, { queue: 1 });
    const callId = await get(calls);
    calls.scope.end(new Ending("shutting_down"));
    await calls.scope.closed;
    const { status, error } = await calls.record(callId);
    assert.equal(status, answered ? "failed" : "cancelled");
    assert.match(String(error), answered ? /shut down during the call/ : /shut down before the call was answered/);
    assert.equal(calls.result.error, error);
    calls.assertNothingLeft();
  });

  test(`a process that is about to stop in ${phase} of a call ${answered ? "lets it finish" : "releases it"}`, async (t) => {
    const calls = await startPlacedCalls(t, { queue: 1 });
    const callId = await get(calls);
    void calls.liveCalls.drain();
    await calls.settles();
    assert.equal((await calls.record(callId)).status, answered ? "in_progress" : "cancelled");
    if (!answered) return assert.match(String(calls.result.error), /shut down before/);
    await calls.hearsAll();
    assert.deepEqual([calls.result.status, calls.result.message_played], ["completed", true]);
  });
}

test("a call whose Asterisk dies has failed, with a sentence that gives the reason", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.answered();
  calls.dialler.last.breaks();
  await calls.settles();
  assert.deepEqual([calls.result.status, calls.result.message_played], ["failed", false]);
  assert.match(String(calls.result.error), /media socket closed/);
  calls.assertNothingLeft();
});

test("a dialler that throws is a failed call, not a crash", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.dialler.onDial = () => {
    throw new RangeError("what should be dialled is not a number");
  };
  await calls.places();
  assert.deepEqual([calls.result.status, calls.result.error], ["failed", "what should be dialled is not a number"]);
  calls.assertNothingLeft();
});

test("a call continues when its changes cannot be stored", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered();
  calls.store.away = true;
  await calls.hearsAll();
  assert.ok(line.signal.aborted);
  assert.equal(calls.result.message_played, true);
  assert.ok(calls.events("call_not_recorded").length > 0);
  calls.assertNothingLeft();
});

test("no call is placed if its channel cannot be recorded first", async (t) => {
  const calls = await startPlacedCalls(t);
  let saves = 0;
  calls.store.before = (operation) => {
    if (operation === "save" && ++saves === 2) throw new AttendantError("store_unavailable", "The store is away.");
  };
  await calls.places();
  assert.equal(calls.dialler.callees.length, 0);
  assert.deepEqual([calls.result.status, calls.result.error], ["failed", "The store is away."]);
});

test("a call that is cancelled while its channel is being recorded is not dialled", async (t) => {
  const calls = await startPlacedCalls(t);
  let saves = 0;
  calls.store.before = (operation) => (operation === "save" && ++saves === 2 ? STALL : undefined);
  const { callId } = await calls.places();
  assert.equal((await calls.callControl.hangUp(callId))?.status, "cancelled");
  assert.equal(calls.dialler.callees.length, 0);
});

test("the line is free for the next call while the result of the last one waits for the store", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 1 });
  const stored = gate();
  calls.outbox.before = () => stored;
  const { callId: first } = await calls.answered();
  const { queuePosition } = await calls.places({ extension: "200" });
  assert.equal(queuePosition, 1);
  await calls.hearsAll();
  assert.equal(calls.dialler.last.request.number, "200");
  assert.equal((await calls.record(first)).status, "completed", "it is over for everybody who asks");
  assert.equal(calls.store.statuses(first).at(-1), "in_progress");
  let drained = false;
  void calls.liveCalls.drain().then(() => {
    drained = true;
  });
  await calls.settles();
  assert.equal(drained, false, "the process does not leave without it");
  stored.open();
  await calls.settles();
  assert.ok(drained);
  assert.equal(calls.store.statuses(first).at(-1), "completed");
});

test("a call keeps its line until nothing of it is left there", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 1 });
  const takenDown = gate();
  await calls.places();
  const line = calls.dialler.last.answers(takenDown);
  await calls.places({ extension: "200" });
  line.leaves();
  await calls.settles();
  assert.equal(calls.dialler.last.request.number, "100");
  takenDown.open();
  await calls.settles();
  assert.equal(calls.dialler.last.request.number, "200");
});

test("phrases that an administrator removed are not missed", async (t) => {
  const calls = await startPlacedCalls(t, { phrases: { ...PHRASES, acknowledgments: [], goodbyes: [] } });
  const { line } = await calls.asked();
  line.presses("1");
  await calls.settles();
  await calls.hearsAll();
  assert.deepEqual([calls.result.status, calls.result.choice_response], ["completed", "yes"]);
});

test("an assistant calls with its own voice, phrases and caller ID, and its name is on record", async (t) => {
  const voice = new FakeVoice();
  const calls = await startPlacedCalls(t, {
    assistants: (resources) => ({
      ids: ["sales"],
      find: (id) =>
        id === "sales"
          ? {
              ...{ id, systemPrompt: "", callerId: { name: "Sales", number: "8100" } },
              resources: { ...resources, tts: voice },
              phrases: { ...PHRASES, acknowledgments: ["Noted."] },
            }
          : undefined,
      answering: () => ({ assistant: undefined }),
    }),
  });
  const { callId, line } = await calls.answered({ assistant: "sales", choice: CHOICE });
  assert.deepEqual(calls.dialler.last.request.callerId, { name: "Sales", number: "8100" });
  await calls.hearsAll();
  line.presses("1");
  await calls.settles();
  await calls.hearsAll();
  assert.equal(voice.read(line.heard).at(-1)?.text, "Noted.");
  assert.equal((await calls.record(callId)).assistant, "sales");
  const other = await calls.places({ assistant: "sales", callerId: "8001" });
  assert.deepEqual(calls.dialler.last.request.callerId, { name: "Sales", number: "8001" }, "the request precedes it");
  const gone = await calls.places({ assistant: "left-the-file" });
  assert.deepEqual(calls.dialler.last.request.callerId, { name: "Attendant", number: "8000" });
  assert.notEqual(other.callId, gone.callId);
});
