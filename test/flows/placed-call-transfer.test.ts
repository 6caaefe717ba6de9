import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { failAbandonedCalls } from "../../src/calls/recovery/reconcile-calls.js";
import { hasCode } from "../../src/kernel/errors.js";
import type { FakeLine } from "../support/fakes/fake-line.js";
import { CHOICE, MAX_CALL_MS, startPlacedCalls } from "../support/fakes/placed-calls.js";

const DIRECTORY = [
  { name: "Sales", number: "203", music: "jazz" },
  { name: "Reception", number: "206", mode: "blind" },
  { name: "Anna Meyer", department: "Sales", number: "207" },
  { name: "Anna Meyer", department: "Support", number: "208" },
  { name: "Clara Closed", number: "209", hours: "never" },
  { name: "Queue", continue: "ext-queues/400" },
  { name: "Premium", number: "0900123" },
  { name: "Premium queue", continue: "ext-queues/0900123" },
] as const;

const ASKED = ["Dinner is ready.", "Will you come?"];
const TO_SALES = "One moment, I am putting you through to Sales.";
const AWAY = "Sales cannot be reached right now.";
const RESUMED = "Sorry, we were cut off for a moment.";
const GOODBYE = "Farewell.";

const NO_FACTS = { to: undefined, destination: undefined, mode: undefined, outcome: undefined };

const leadingTo = (transfer: string) => ({
  ...CHOICE,
  options: [...CHOICE.options, { value: "talk to us", synonyms: ["sales"], key: "3", transfer }],
});

/** A callee who was asked, and can choose to be put through. */
async function start(t: TestContext, transfer = "Sales") {
  const calls = await startPlacedCalls(t, { directory: DIRECTORY });
  const { callId, line } = await calls.asked({ choice: leadingTo(transfer) });
  const hears = async (at: FakeLine = line) => {
    at.plays();
    await calls.settles();
  };
  return {
    ...{ calls, callId, line, hears },
    /** They choose it, and hear to the end what is said then. */
    async chooses() {
      line.presses("3");
      await calls.settles();
      await hears();
      await hears();
    },
    /** The colleague answers and hears the briefing to its end. */
    async isBriefed() {
      const colleague = calls.dialler.last.answers();
      await calls.settles();
      await hears(colleague);
      return colleague;
    },
    heard: (at: FakeLine = line) => calls.heardOn(at),
    rung: () => calls.dialler.callees.slice(1).map(({ request }) => request.number),
    told() {
      const { status, choice_response, transferred_to, transfer_outcome, error } = calls.result;
      return [status, choice_response, transferred_to, transfer_outcome, error];
    },
  };
}

test("a callee who chooses it talks to a colleague, who was told why, until one of them hangs up", async (t) => {
  const { calls, callId, line, chooses, isBriefed, heard, rung, told } = await start(t);
  await chooses();
  assert.deepEqual(heard(), [...ASKED, "Okay.", TO_SALES]);
  assert.deepEqual(rung(), ["203"]);
  assert.equal(line.onHold, "jazz");
  const { transferredTo, transferOutcome } = await calls.record(callId);
  assert.deepEqual([transferredTo, transferOutcome], ["Sales", undefined]);
  const colleague = await isBriefed();
  assert.deepEqual(heard(colleague).slice(0, 2), ["A call for you from 1 0 0.", "It is about this: Dinner is ready."]);
  colleague.presses("1");
  await calls.settles();
  assert.deepEqual(line.joined, [colleague]);
  await calls.passes(2 * MAX_CALL_MS);
  assert.deepEqual(calls.sent, [], "the call goes on, however long they talk");
  colleague.leaves();
  await calls.settles();
  assert.deepEqual(told(), ["completed", "talk to us", "Sales", "transferred", null]);
  assert.equal((await calls.record(callId)).endedBy, null);
  calls.assertNothingLeft();
});

test("a callee who is connected ends the call by hanging up", async (t) => {
  const { calls, callId, line, chooses, isBriefed, told } = await start(t);
  await chooses();
  const colleague = await isBriefed();
  colleague.presses("1");
  await calls.settles();
  line.leaves();
  await calls.settles();
  assert.ok(calls.dialler.last.request.scope.ending, "the colleague's call is over");
  assert.deepEqual(told(), ["completed", "talk to us", "Sales", "transferred", null]);
  assert.equal((await calls.record(callId)).endedBy, "callee");
  calls.assertNothingLeft();
});

test("a word chooses it as a key does, and what is said afterwards is not listened to", async (t) => {
  const { calls, line, hears, rung } = await start(t);
  await calls.says("Sales please");
  await hears();
  await hears();
  assert.deepEqual(rung(), ["203"]);
  const requests = calls.stt.requests.length;
  line.onHold = undefined; // Even if the telephone system passes it on.
  line.says(new Int16Array(16_000).fill(9_000));
  await calls.settles();
  assert.equal(calls.stt.requests.length, requests);
});

for (const [what, outcome, happens] of [
  ["is busy", "busy", async ({ calls }) => calls.dialler.last.declines("busy", "Busy.")],
  ["does not answer", "no_answer", async ({ calls }) => calls.dialler.last.declines("no_answer", "It rang.")],
  ["cannot be called", "failed", async ({ calls }) => calls.dialler.last.declines("failed", "So it is.")],
  ["declines", "declined", async ({ isBriefed }) => (await isBriefed()).presses("2")],
  ["hangs up in the briefing", "declined", async ({ isBriefed }) => (await isBriefed()).leaves()],
] as const satisfies readonly [string, string, (call: Awaited<ReturnType<typeof start>>) => Promise<void>][]) {
  test(`when the colleague ${what}, the callee is told and hears a goodbye`, async (t) => {
    const call = await start(t);
    const { calls, line, chooses, hears, heard, told } = call;
    await chooses();
    await happens(call);
    await calls.settles();
    await hears();
    await hears();
    assert.deepEqual(
      heard()
        .filter((text) => !text.startsWith("("))
        .slice(4),
      [AWAY, GOODBYE],
    );
    assert.equal(line.onHold, undefined);
    assert.ok(line.signal.aborted, "and is hung up on");
    assert.deepEqual(told(), ["completed", "talk to us", "Sales", outcome, null]);
    calls.assertNothingLeft();
  });
}

test("the key * brings a waiting callee back, for a goodbye", async (t) => {
  const { calls, line, chooses, hears, heard, told } = await start(t);
  await chooses();
  line.presses("*");
  await calls.settles();
  await hears();
  assert.equal(heard().at(-1), GOODBYE);
  assert.deepEqual(told(), ["completed", "talk to us", "Sales", "cancelled", null]);
});

for (const moment of ["while they are told", "while it rings", "during the briefing"] as const) {
  test(`a callee who hangs up ${moment} leaves no colleague behind`, async (t) => {
    const { calls, line, chooses, hears, isBriefed, told } = await start(t);
    if (moment === "while they are told") {
      line.presses("3");
      await calls.settles();
      await hears();
    } else await chooses();
    if (moment === "during the briefing") await isBriefed();
    line.leaves();
    await calls.settles();
    const attempted = moment === "while they are told" ? [null, null] : ["Sales", "cancelled"];
    assert.deepEqual(told(), ["completed", "talk to us", ...attempted, null]);
    calls.assertNothingLeft();
  });
}

test("a service that stops brings a waiting callee back for the goodbye", async (t) => {
  const waiting = await start(t);
  await waiting.chooses();
  void waiting.calls.liveCalls.drain();
  await waiting.calls.settles();
  await waiting.hears();
  assert.equal(waiting.heard().at(-1), GOODBYE);
  assert.deepEqual(waiting.told(), ["completed", "talk to us", "Sales", "cancelled", null]);
});

test("a callee and a colleague who talk are left to the next process", async (t) => {
  const { calls, callId, line, chooses, isBriefed } = await start(t);
  await chooses();
  (await isBriefed()).presses("1");
  await calls.settles();
  await calls.liveCalls.finishPlaced();
  void calls.liveCalls.handOverAll();
  await calls.settles();
  assert.equal(calls.liveCalls.count, 0);
  assert.equal(line.signal.reason.kind, "handed_over");
  const { owner, stage, status } = await calls.record(callId);
  assert.deepEqual([owner, stage, status], ["handed-over~me", "put_through", "in_progress"]);
  assert.deepEqual(calls.sent, []);
});

test("a blind destination is connected to as soon as it answers, a number alone too", async (t) => {
  for (const [destination, number] of [
    ["reception", "206"],
    ["555", "555"],
  ] as const) {
    const { calls, line, chooses, rung } = await start(t, destination);
    await chooses();
    assert.deepEqual(rung(), [number]);
    const colleague = calls.dialler.last.answers();
    await calls.settles();
    assert.deepEqual(line.joined, [colleague]);
    t.mock.timers.reset();
  }
});

test("a colleague who is known to be on the telephone is not rung", async (t) => {
  const { calls, chooses, hears, heard, rung, told } = await start(t);
  calls.dialler.states.set("203", "busy");
  await chooses();
  await hears();
  assert.deepEqual(rung(), []);
  assert.ok(heard().includes(AWAY), heard().join(" "));
  assert.deepEqual(told(), ["completed", "talk to us", "Sales", "busy", null]);
});

test("a queue is reached in the dialplan", async (t) => {
  const { line, chooses, told } = await start(t, "Queue");
  await chooses();
  assert.deepEqual(line.continuesAt, { context: "ext-queues", extension: "400" });
  assert.deepEqual(told(), ["completed", "talk to us", "Queue", "transferred", null]);
});

for (const [destination, told] of [
  ["Clara Closed", "Clara Closed cannot be reached right now."],
  ["Somebody who has left", "Somebody who has left cannot be reached right now."],
  ["0900555", "0 9 0 0 5 5 5 cannot be reached right now."],
] as const) {
  test(`nobody is rung for ${destination}`, async (t) => {
    const { calls, chooses, hears, heard, rung } = await start(t, destination);
    await chooses();
    await hears();
    await hears();
    assert.deepEqual(rung(), []);
    assert.ok(heard().includes(told), heard().join(" "));
    assert.equal(calls.result.transfer_outcome, "failed");
    calls.assertNothingLeft();
  });
}

test("a request names somebody of the directory, or a number that its key may dial", async (t) => {
  const { callControl, unwanted } = await startPlacedCalls(t, { directory: DIRECTORY });
  const { transferFault, checkTransfers } = callControl;
  for (const known of ["Sales", "sales", "555", "+49 30 1234".replaceAll(" ", ""), "Anna Meyer Support", "Queue"])
    assert.equal(transferFault(known, undefined), undefined, known);
  for (const unknown of ["Sale", "", "Bob", "PJSIP/100", "555;x", "*72"])
    assert.match(String(transferFault(unknown, undefined)), /must be a name of the directory/, unknown);
  assert.match(String(transferFault("Anna Meyer", undefined)), /2 entries/);
  const isRefused = (error: unknown) => hasCode(error, "destination_not_allowed");
  await unwanted.addDoNotCall({ number: "556", addedAt: 0, client: null, reason: null });
  for (const denied of ["0900555", "Premium", "Premium queue", "556"])
    await assert.rejects(checkTransfers(leadingTo(denied), {}), isRefused, denied);
  for (const permitted of ["Sales", "Queue", "555"]) await checkTransfers(leadingTo(permitted), {});
});

/** The moments at which the process dies, and what the callee hears who comes to the next one. */
for (const { when, dies, hears: expected, rings, outcome } of [
  {
    when: "before the choice is stored",
    async dies({ calls, line }) {
      calls.life.dieAt("calls.saveCall", "before");
      line.presses("3");
      await calls.settles();
    },
    hears: [RESUMED, "Will you come?"],
    rings: false,
    outcome: undefined,
  },
  {
    when: "while they are told",
    async dies({ calls, line, hears }) {
      line.presses("3");
      await calls.settles();
      await hears();
    },
    hears: [RESUMED, "Okay.", TO_SALES],
    rings: true,
    outcome: undefined,
  },
  {
    when: "while the colleague's telephone rings",
    dies: ({ chooses }) => chooses(),
    hears: [RESUMED, "Okay.", AWAY, GOODBYE],
    rings: false,
    outcome: "failed",
  },
  {
    when: "during the briefing",
    async dies({ chooses, isBriefed }) {
      await chooses();
      await isBriefed();
    },
    hears: [RESUMED, "Okay.", AWAY, GOODBYE],
    rings: false,
    outcome: "failed",
  },
  {
    when: "while the callee is told that nobody is there",
    async dies({ calls, chooses }) {
      await chooses();
      calls.dialler.last.declines("busy", "Busy.");
      await calls.settles();
    },
    hears: [RESUMED, "Okay.", AWAY, GOODBYE],
    rings: false,
    outcome: "busy",
  },
] as const satisfies readonly {
  readonly when: string;
  readonly dies: (call: Awaited<ReturnType<typeof start>>) => Promise<void>;
  readonly hears: readonly string[];
  readonly rings: boolean;
  readonly outcome: string | undefined;
}[]) {
  test(`no one is rung twice or left in silence when the process dies ${when}`, async (t) => {
    const call = await start(t);
    const { calls, callId } = call;
    await dies(call);
    calls.life.kill();
    const before = calls.dialler.callees.length;
    const channelId = calls.dialler.callees[0]?.request.channelId ?? "";
    const next = await calls.comesBack({ channelId });
    for (let said = 0; said < expected.length; said++) await call.hears(next.line);
    assert.deepEqual(next.heard(), expected);
    assert.equal(calls.dialler.callees.length - before, rings ? 1 : 0, "rung by the next process");
    if (outcome === undefined) return;
    assert.ok(next.isOver());
    const record = await calls.store.findCall(callId);
    assert.deepEqual([record?.status, record?.transferredTo, record?.transferOutcome], ["completed", "Sales", outcome]);
  });
}

test("a callee and a colleague who talk when the process dies are not brought back, and their call ends when they hang up", async (t) => {
  const { calls, callId, chooses, isBriefed, told } = await start(t);
  await chooses();
  (await isBriefed()).presses("1");
  await calls.settles();
  calls.life.kill();
  const next = await calls.comesBack({ channelId: calls.dialler.callees[0]?.request.channelId ?? "" });
  assert.ok(next.incoming.rejected, "nobody interrupts them");
  await calls.store.takeCall(callId, "me", "me~next");
  let areTalking = true;
  const settles = () =>
    failAbandonedCalls({
      now: Date.now,
      ...{ records: calls.store, outbox: calls.outbox, owner: () => "me~next", maxCallMs: MAX_CALL_MS, log: calls.log },
      isLive: () => false,
      isAwaited: async () => false,
      mayReturn: async () => areTalking,
    });
  assert.equal(await settles(), 1);
  areTalking = false;
  await settles();
  assert.deepEqual(told(), ["completed", "talk to us", "Sales", "transferred", null]);
});

test("the log has a name as `to` and a number, which it may mask, as `destination`", async (t) => {
  for (const [transfer, facts] of [
    ["Sales", { to: "Sales", mode: "warm" }],
    ["4711", { destination: "4711", mode: "blind" }],
    ["Anna Meyer", { destination: "Anna Meyer", outcome: "failed" }],
  ] as const) {
    const { calls, chooses } = await start(t, transfer);
    await chooses();
    const [line] = [...calls.events("transfer"), ...calls.events("transfer_failed")];
    const { to, destination, mode, outcome } = (line?.data ?? {}) as Record<string, unknown>;
    assert.deepEqual({ to, destination, mode, outcome }, { ...NO_FACTS, ...facts });
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});
