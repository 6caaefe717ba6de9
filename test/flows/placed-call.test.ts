import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallRecord } from "../../src/records/call-record.js";
import { Ending } from "../../src/kernel/ending.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { type Desk, MAX_CALL_MS, startDesk } from "../support/fakes/placed-calls.js";
import { PHRASES } from "../support/fakes/talk.js";

const TWO = "Dinner is ready. It gets cold.";

function times({ createdAt, ringingAt, answeredAt, endedAt }: CallRecord): (number | null)[] {
  const order = [createdAt, ringingAt, answeredAt, endedAt];
  return order.map((at) => (at === null ? null : 0));
}

test("a callee hears the whole message, and is hung up on after its last mark", async (t) => {
  const desk = await startDesk(t);
  const { callId, line } = await desk.answered({ message: TWO });
  assert.equal((await desk.record(callId)).status, "in_progress");
  await desk.hears(1_999);
  assert.equal(line.signal.aborted, false);
  assert.equal((await desk.record(callId)).messagePlayed, false);
  await desk.hears(1);
  assert.deepEqual(desk.heard, ["Dinner is ready.", "It gets cold."]);
  assert.deepEqual(
    { ...desk.result, duration_seconds: 0 },
    {
      call_id: callId,
      status: "completed",
      extension: "100",
      duration_seconds: 0,
      message_played: true,
      choice_response: null,
      choice_raw_text: null,
      choice_status: null,
      error: null,
    },
  );
  assert.deepEqual(desk.store.statuses(callId), [
    "queued",
    "queued",
    "ringing",
    "in_progress",
    "in_progress",
    "completed",
  ]);
  assert.deepEqual(times(await desk.record(callId)), [0, 0, 0, 0]);
  assert.deepEqual(
    desk.store.transcripts.get(callId)?.map((entry) => entry.who === "assistant" && entry.text),
    [TWO],
  );
  desk.assertNothingLeft();
});

test("nobody is rung before everything is synthesised that will be said", async (t) => {
  const desk = await startDesk(t);
  const synthesised = gate();
  desk.voice.script = (text) => (text === "It gets cold." ? [synthesised, 1_000] : undefined);
  await desk.places({ message: TWO });
  assert.equal(desk.dialler.callees.length, 0);
  synthesised.open();
  await desk.settles();
  assert.equal(desk.dialler.callees.length, 1);
  const asked = desk.voice.asked.length;
  desk.dialler.last.answers();
  await desk.settles();
  await desk.hearsAll();
  assert.equal(desk.voice.asked.length, asked, "nothing is left to synthesise during the call");
});

for (const failing of ["Dinner is ready.", "It gets cold.", "Will you come?", "Yes or no?"]) {
  test(`nobody is rung when "${failing}" cannot be synthesised`, async (t) => {
    const desk = await startDesk(t);
    desk.voice.script = (text) => (text === failing ? [new AttendantError("tts_failed", "No voice.")] : undefined);
    const choice = { prompt: "Will you come? Yes or no?", options: [], timeoutMs: 1_000, attempts: 1 };
    const { callId } = await desk.places({ message: TWO, choice });
    assert.equal(desk.dialler.callees.length, 0);
    const { status, error, duration_seconds } = desk.result;
    assert.deepEqual([status, error, duration_seconds], ["failed", "No voice.", 0]);
    assert.deepEqual(times(await desk.record(callId)), [0, null, null, 0]);
    desk.assertNothingLeft();
  });
}

for (const [what, given] of [
  ["message", { message: "🙂 ***" }],
  ["question", { choice: { prompt: "???", options: [], timeoutMs: 1_000, attempts: 1 } }],
] as const) {
  test(`nobody is rung for a ${what} in which nothing can be spoken`, async (t) => {
    const desk = await startDesk(t);
    await desk.places(given);
    assert.equal(desk.dialler.callees.length, 0);
    assert.equal(desk.result.status, "failed");
    assert.equal(desk.result.error, `The ${what} has nothing in it that can be spoken.`);
  });
}

for (const outcome of ["busy", "no_answer", "failed"] as const) {
  test(`a telephone that is ${outcome} has not been answered, and the result says why`, async (t) => {
    const desk = await startDesk(t);
    const { callId } = await desk.places();
    desk.dialler.last.rings();
    desk.dialler.last.declines(outcome, "That is why.");
    await desk.settles();
    const { status, error, duration_seconds, message_played } = desk.result;
    assert.deepEqual([status, error, duration_seconds, message_played], [outcome, "That is why.", 0, false]);
    assert.deepEqual(times(await desk.record(callId)), [0, 0, null, 0]);
    desk.assertNothingLeft();
  });
}

test("a call that never rang has no time of ringing", async (t) => {
  const desk = await startDesk(t);
  const { callId } = await desk.places();
  desk.dialler.last.declines("busy", "The number is busy.");
  await desk.settles();
  assert.deepEqual(times(await desk.record(callId)), [0, null, null, 0]);
});

test("a telephone that answers without a ring counts as ringing when it answers", async (t) => {
  const desk = await startDesk(t);
  const { callId } = await desk.places();
  desk.dialler.last.answers();
  await desk.settles();
  const { ringingAt, answeredAt } = await desk.record(callId);
  assert.ok(ringingAt !== null && answeredAt !== null && ringingAt <= answeredAt);
});

test("somebody who answers and hangs up at once has heard nothing", async (t) => {
  const desk = await startDesk(t);
  await desk.places();
  desk.dialler.last.answersAndHangsUp();
  await desk.settles();
  assert.equal(desk.result.status, "completed");
  assert.equal(desk.result.message_played, false);
  assert.match(String(desk.result.error), /hung up before the message/);
  desk.assertNothingLeft();
});

test("somebody who hangs up in the last sentence has not heard the message", async (t) => {
  const desk = await startDesk(t);
  const { callId, line } = await desk.answered({ message: TWO });
  await desk.hears(1_900);
  line.leaves();
  await desk.settles();
  assert.deepEqual([desk.result.status, desk.result.message_played], ["completed", false]);
  assert.match(String(desk.result.error), /hung up before the message/);
  const [entry] = desk.store.transcripts.get(callId) ?? [];
  assert.deepEqual(entry?.who === "assistant" && [entry.text, entry.unheard], ["Dinner is ready.", "It gets cold."]);
  desk.assertNothingLeft();
});

test("a message whose last mark never comes back was not played, and the call has failed", async (t) => {
  const desk = await startDesk(t);
  await desk.answered();
  await desk.passes(11_001);
  assert.deepEqual([desk.result.status, desk.result.message_played], ["failed", false]);
  assert.match(String(desk.result.error), /not reported as played/);
  desk.assertNothingLeft();
});

test("a call that lasts longer than calls may is ended and has failed", async (t) => {
  const desk = await startDesk(t);
  const { line } = await desk.answered({ message: "Word ".repeat(4_000) });
  for (let i = 0; i < 60; i++) {
    await desk.passes(MAX_CALL_MS / 60);
    await desk.hears(10);
  }
  assert.ok(line.signal.aborted);
  assert.equal(desk.result.status, "failed");
  assert.match(String(desk.result.error), /MAX_CALL_SECONDS/);
});

test("time that a telephone rings does not count towards the longest call", async (t) => {
  const desk = await startDesk(t);
  await desk.places();
  await desk.passes(MAX_CALL_MS);
  const line = desk.dialler.last.answers();
  await desk.settles();
  assert.equal(line.signal.aborted, false);
});

/** From its first moment to each of the moments in which something may happen to it; whether it was answered by then. */
const PHASES: Readonly<Record<string, { readonly answered: boolean; get(desk: Desk): Promise<string> }>> = {
  "the queue": {
    answered: false,
    async get(desk) {
      for (let i = 0; i < 5; i++) await desk.places({ callbackUrl: null });
      return (await desk.places()).callId;
    },
  },
  synthesis: {
    answered: false,
    async get(desk) {
      desk.voice.script = () => [STALL];
      return (await desk.places()).callId;
    },
  },
  dialling: { answered: false, get: async (desk) => (await desk.places()).callId },
  ringing: {
    answered: false,
    async get(desk) {
      const { callId } = await desk.places();
      desk.dialler.last.rings();
      return callId;
    },
  },
  "the message": {
    answered: true,
    async get(desk) {
      const { callId } = await desk.answered({ message: TWO });
      await desk.hears(1_500);
      return callId;
    },
  },
};

for (const [phase, { answered, get }] of Object.entries(PHASES)) {
  test(`a call can be cancelled in ${phase}`, async (t) => {
    const desk = await startDesk(t, { queue: 1 });
    const callId = await get(desk);
    const record = await desk.desk.hangUp(callId);
    assert.equal(record?.status, "cancelled");
    assert.equal(record?.error, answered ? null : "The call was cancelled.");
    assert.deepEqual([record?.messagePlayed, record?.answeredAt !== null], [false, answered]);
    await desk.settles();
    assert.deepEqual(await desk.desk.hangUp(callId), record, "again it changes nothing");
    assert.deepEqual([desk.result.status, desk.result.call_id], ["cancelled", callId]);
    assert.equal(desk.store.statuses(callId).at(-1), "cancelled");
  });

  test(`a process that ends in ${phase} of a call says so`, async (t) => {
    const desk = await startDesk(t, { queue: 1 });
    const callId = await get(desk);
    desk.scope.end(new Ending("shutting_down"));
    await desk.scope.closed;
    const { status, error } = await desk.record(callId);
    assert.equal(status, answered ? "failed" : "cancelled");
    assert.match(String(error), answered ? /shut down during the call/ : /shut down before the call was answered/);
    assert.equal(desk.result.error, error);
    desk.assertNothingLeft();
  });

  test(`a process that is about to leave in ${phase} of a call ${answered ? "lets it come to its end" : "lets it go"}`, async (t) => {
    const desk = await startDesk(t, { queue: 1 });
    const callId = await get(desk);
    void desk.liveCalls.drain();
    await desk.settles();
    assert.equal((await desk.record(callId)).status, answered ? "in_progress" : "cancelled");
    if (!answered) return assert.match(String(desk.result.error), /shut down before/);
    await desk.hearsAll();
    assert.deepEqual([desk.result.status, desk.result.message_played], ["completed", true]);
  });
}

test("a call whose Asterisk dies has failed, with a sentence that says why", async (t) => {
  const desk = await startDesk(t);
  await desk.answered();
  desk.dialler.last.breaks();
  await desk.settles();
  assert.deepEqual([desk.result.status, desk.result.message_played], ["failed", false]);
  assert.match(String(desk.result.error), /media socket closed/);
  desk.assertNothingLeft();
});

test("a dialler that throws is a failed call, not a crash", async (t) => {
  const desk = await startDesk(t);
  desk.dialler.onDial = () => {
    throw new RangeError("what should be dialled is not a number");
  };
  await desk.places();
  assert.deepEqual([desk.result.status, desk.result.error], ["failed", "what should be dialled is not a number"]);
  desk.assertNothingLeft();
});

test("a call goes on when its changes cannot be kept", async (t) => {
  const desk = await startDesk(t);
  const { line } = await desk.answered();
  desk.store.away = true;
  await desk.hearsAll();
  assert.ok(line.signal.aborted);
  assert.equal(desk.result.message_played, true);
  assert.ok(desk.events("call_not_recorded").length > 0);
  desk.assertNothingLeft();
});

test("nobody is rung whose channel cannot be written down before", async (t) => {
  const desk = await startDesk(t);
  let saves = 0;
  desk.store.before = (operation) => {
    if (operation === "save" && ++saves === 2) throw new AttendantError("store_unavailable", "The store is away.");
  };
  await desk.places();
  assert.equal(desk.dialler.callees.length, 0);
  assert.deepEqual([desk.result.status, desk.result.error], ["failed", "The store is away."]);
});

test("a call that is cancelled while its channel is being written down is not dialled", async (t) => {
  const desk = await startDesk(t);
  let saves = 0;
  desk.store.before = (operation) => (operation === "save" && ++saves === 2 ? STALL : undefined);
  const { callId } = await desk.places();
  assert.equal((await desk.desk.hangUp(callId))?.status, "cancelled");
  assert.equal(desk.dialler.callees.length, 0);
});

test("the line is there for the next call while the result of the last one waits for the store", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 1 });
  const stored = gate();
  desk.outbox.before = () => stored;
  const { callId: first } = await desk.answered();
  const { queuePosition } = await desk.places({ extension: "200" });
  assert.equal(queuePosition, 1);
  await desk.hearsAll();
  assert.equal(desk.dialler.last.request.number, "200");
  assert.equal((await desk.record(first)).status, "completed", "it is over for everybody who asks");
  assert.equal(desk.store.statuses(first).at(-1), "in_progress");
  let drained = false;
  void desk.liveCalls.drain().then(() => {
    drained = true;
  });
  await desk.settles();
  assert.equal(drained, false, "the process does not leave without it");
  stored.open();
  await desk.settles();
  assert.ok(drained);
  assert.equal(desk.store.statuses(first).at(-1), "completed");
});

test("a call keeps its line until nothing of it is left there", async (t) => {
  const desk = await startDesk(t, { most: 1, queue: 1 });
  const takenDown = gate();
  await desk.places();
  const line = desk.dialler.last.answers(takenDown);
  await desk.places({ extension: "200" });
  line.leaves();
  await desk.settles();
  assert.equal(desk.dialler.last.request.number, "100");
  takenDown.open();
  await desk.settles();
  assert.equal(desk.dialler.last.request.number, "200");
});

test("phrases that an administrator took away are not missed", async (t) => {
  const desk = await startDesk(t, { phrases: { ...PHRASES, acknowledgments: [], goodbyes: [] } });
  const { line } = await desk.asked();
  line.presses("1");
  await desk.settles();
  await desk.hearsAll();
  assert.deepEqual([desk.result.status, desk.result.choice_response], ["completed", "yes"]);
});
