import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { failAbandonedCalls } from "../../src/calls/recovery/reconcile-calls.js";
import { LiveCalls } from "../../src/calls/live/live-calls.js";
import type { CallRecord } from "../../src/records/call-record.js";
import { CHOICE, type PlacedCalls, startPlacedCalls } from "../support/fakes/placed-calls.js";
import { DAY, MINUTE, HOUR, asked, startWorld } from "../support/fakes/scheduling.js";

const RESUMED = "Sorry, we were cut off for a moment.";
const MESSAGE = "Dinner is ready. It gets cold. Come down.";
const SENTENCES = ["Dinner is ready.", "It gets cold.", "Come down."];
const QUESTION = CHOICE.prompt;

/** The next run brings to their end the calls that the one before has left. */
async function settles(calls: PlacedCalls, mayReturn: (record: CallRecord) => boolean = () => false) {
  for (const { callId } of await calls.store.unfinishedCalls("me")) await calls.store.takeCall(callId, "me", "me~next");
  const { store: records, outbox } = calls;
  return failAbandonedCalls({
    now: Date.now,
    ...{ records, outbox, owner: () => "me~next", maxCallMs: HOUR, log: calls.log },
    isLive: (callId) => calls.later.liveCalls.find(callId) !== undefined,
    isAwaited: async () => false,
    mayReturn: async (record) => mayReturn(record),
  });
}

/** What the one result tells, and that record and webhook agree. */
async function resultOf(calls: PlacedCalls, callId: string) {
  const record = await calls.store.findCall(callId);
  const { status, message_played, choice_status, choice_response, choice_raw_text, error } = calls.result;
  assert.deepEqual(
    [record?.status, record?.messagePlayed, record?.choiceStatus, record?.choiceResponse, record?.choiceRawText],
    [status, message_played, choice_status, choice_response, choice_raw_text],
  );
  assert.equal(record?.error, error);
  assert.equal(record?.script, undefined, "what there was to say is not kept any longer");
  assert.equal(calls.dialler.callees.length, 1, "rung");
  return [status, message_played, choice_status, choice_response, choice_raw_text];
}

/** The moments at which it dies, what is heard from then on, and what comes of it if the callee does what they are asked. */
const MOMENTS: readonly {
  readonly when: string;
  readonly choice: boolean;
  dies(calls: PlacedCalls): Promise<{ readonly callId: string }>;
  readonly hears: readonly string[];
  readonly result: readonly unknown[];
}[] = [
  {
    when: "before it is written down that somebody has answered",
    choice: false,
    async dies(calls) {
      const placed = await calls.places({ message: MESSAGE });
      calls.life.kill();
      calls.dialler.last.answers();
      await calls.settles();
      return placed;
    },
    hears: [RESUMED, ...SENTENCES],
    result: ["completed", true, null, null, null],
  },
  {
    when: "between the answer and the first word",
    choice: false,
    dies: (calls) => calls.answered({ message: MESSAGE }),
    hears: [RESUMED, ...SENTENCES],
    result: ["completed", true, null, null, null],
  },
  {
    when: "amid the message",
    choice: true,
    async dies(calls) {
      const answered = await calls.answered({ message: MESSAGE, choice: CHOICE });
      await calls.hears(1_500);
      return answered;
    },
    hears: [RESUMED, "It gets cold.", "Come down.", QUESTION],
    result: ["completed", true, "matched", "yes", "1"],
  },
  {
    when: "between the message and its question",
    choice: true,
    async dies(calls) {
      const answered = await calls.answered({ message: MESSAGE, choice: CHOICE });
      await calls.hears(3_000);
      return answered;
    },
    hears: [RESUMED, QUESTION],
    result: ["completed", true, "matched", "yes", "1"],
  },
  {
    when: "amid the question",
    choice: true,
    async dies(calls) {
      const answered = await calls.answered({ message: MESSAGE, choice: CHOICE });
      await calls.hears(3_000);
      await calls.hears(500);
      return answered;
    },
    hears: [RESUMED, QUESTION],
    result: ["completed", true, "matched", "yes", "1"],
  },
  {
    when: "while the callee answers",
    choice: true,
    async dies(calls) {
      const going = await calls.asked({ message: MESSAGE });
      await calls.speaks();
      return going;
    },
    hears: [RESUMED, QUESTION],
    result: ["completed", true, "matched", "yes", "1"],
  },
  {
    when: "between understanding the answer and storing it",
    choice: true,
    async dies(calls) {
      const going = await calls.asked({ message: MESSAGE });
      calls.life.dieAt("calls.saveCall", "before");
      await calls.says("sure");
      assert.ok(calls.life.dead);
      return going;
    },
    hears: [RESUMED, QUESTION],
    result: ["completed", true, "matched", "yes", "1"],
  },
  {
    when: "after an answer that matched nothing",
    choice: true,
    async dies(calls) {
      const going = await calls.asked({ message: MESSAGE });
      await calls.says("Perhaps");
      return going;
    },
    hears: [RESUMED, QUESTION],
    result: ["completed", true, "matched", "yes", "1"],
  },
];

for (const { when, choice, dies, hears, result } of MOMENTS) {
  test(`a call whose controller dies ${when} is resumed there, and has one result`, async (t) => {
    const calls = await startPlacedCalls(t);
    const { callId } = await dies(calls);
    calls.life.kill();
    assert.equal(await settles(calls, () => true), 1, "it may yet return");
    assert.deepEqual(calls.sent, []);
    const next = await calls.comesBack();
    assert.ok(next.incoming.answered);
    for (let said = 0; said < 3; said++) {
      next.line.plays();
      await calls.settles();
    }
    assert.deepEqual(next.heard(), hears);
    if (choice) {
      next.line.presses("1");
      await calls.settles();
      next.line.plays();
      await calls.settles();
      assert.deepEqual(next.heard(), [...hears, "Okay."]);
    }
    assert.ok(next.isOver() && next.line.signal.aborted, "and is hung up on");
    assert.deepEqual(await resultOf(calls, callId), result);
    await settles(calls);
    await resultOf(calls, callId);
    assert.equal((await calls.store.findCall(callId))?.owner, "me~next");
  });
}

test("a callee who had answered hears thanks if the controller dies during it, and is asked nothing", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.asked();
  await calls.says("sure");
  calls.life.kill();
  const next = await calls.comesBack();
  for (let said = 0; said < 2; said++) {
    next.line.plays();
    await calls.settles();
  }
  assert.deepEqual(next.heard(), [RESUMED, "Okay."]);
  assert.deepEqual(await resultOf(calls, callId), ["completed", true, "matched", "yes", "sure"]);
});

test("a call that only had to be hung up is hung up", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.answered();
  calls.life.dieAt("calls.saveCall", "after");
  await calls.hearsAll();
  assert.ok(calls.life.dead);
  const next = await calls.comesBack();
  assert.deepEqual([next.heard(), next.isOver()], [[], true]);
  assert.deepEqual(await resultOf(calls, callId), ["completed", true, null, null, null]);
});

test("a question is not asked more often than set, except for the attempt that was cut off", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.asked();
  await calls.says("Perhaps"); // Which has it asked for the second and last time.
  calls.life.kill();
  const next = await calls.comesBack();
  for (let said = 0; said < 2; said++) {
    next.line.plays();
    await calls.settles();
  }
  await calls.passes(CHOICE.timeoutMs);
  next.line.plays();
  await calls.settles();
  assert.deepEqual(next.heard(), [RESUMED, QUESTION, "Farewell."]);
  assert.deepEqual(await resultOf(calls, callId), ["completed", true, "no_match", null, "Perhaps"]);
});

test("a call is resumed again when its next controller dies too", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.answered({ message: MESSAGE });
  await calls.hears(1_500);
  calls.life.kill();
  const second = await calls.comesBack({ to: "me~second" });
  second.line.plays(2_500); // The phrase, the second sentence, half of the third.
  await calls.settles();
  await calls.store.takeCall(callId, "me~second", "me~third"); // Nothing that the second one writes is kept from here on.
  calls.later.liveCalls = new LiveCalls(5);
  const third = await calls.comesBack({ from: "me~second", to: "me~third" });
  third.line.plays();
  await calls.settles();
  assert.deepEqual(third.heard(), [RESUMED, "Come down."]);
  assert.deepEqual(await resultOf(calls, callId), ["completed", true, null, null, null]);
});

test("a callee who hangs up after their call was resumed has hung up, once", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.asked();
  calls.life.kill();
  const next = await calls.comesBack();
  next.line.leaves();
  await calls.settles();
  assert.deepEqual(await resultOf(calls, callId), ["completed", true, "hung_up", null, null]);
});

test("a resumed call can be hung up like any other", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.answered({ message: MESSAGE });
  calls.life.kill();
  const next = await calls.comesBack();
  const live = calls.later.liveCalls.find(callId);
  assert.ok(live);
  assert.equal(live.call.record.status, "in_progress");
  live.scope.end();
  await calls.settles();
  assert.ok(next.isOver());
});

test("a ringing telephone is not answered after a crash: its call has failed at once", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.places();
  calls.dialler.last.rings();
  await calls.settles();
  calls.life.kill();
  assert.equal(await settles(calls), 0);
  assert.deepEqual((await resultOf(calls, callId))[0], "failed");
  assert.match(String(calls.result.error), /while it rang/);
  const next = await calls.comesBack();
  assert.ok(next.incoming.rejected, "what was written off is not gone on with");
  await resultOf(calls, callId);
});

test("a call that no controller resumes fails once, whichever detects it later", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.asked();
  calls.life.kill();
  await settles(calls);
  await settles(calls);
  const [status, played] = await resultOf(calls, callId);
  assert.deepEqual([status, played], ["failed", true]);
  assert.match(String(calls.result.error), /during the call/);
});

test("a call in which everything was said is complete, whatever its controller was doing", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.asked();
  await calls.says("sure");
  calls.life.kill();
  await settles(calls);
  assert.deepEqual(await resultOf(calls, callId), ["completed", true, "matched", "yes", "sure"]);
});

test("the transcript contains what was said before the controller died and after", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId } = await calls.answered({ message: MESSAGE });
  await calls.hears(1_500);
  await calls.passes(1_000);
  calls.life.kill();
  const next = await calls.comesBack();
  next.line.plays();
  await calls.settles();
  assert.deepEqual(
    calls.store.transcripts.get(callId)?.map((entry) => entry.who === "assistant" && [entry.text, entry.unheard]),
    [
      ["Dinner is ready.", "It gets cold. Come down."],
      [`${RESUMED} It gets cold. Come down.`, undefined],
    ],
  );
});

/** A daily call of a schedule whose service dies in its message. */
async function diedSpeaking(t: TestContext) {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(asked({ recurring: "daily", message: MESSAGE }));
  await world.passes(HOUR + 1_000);
  const [callee] = world.callees.splice(0);
  assert.ok(callee);
  callee.rings();
  await world.settles();
  const line = callee.answers();
  await world.settles();
  line.plays(1_500);
  await world.settles();
  first.life.kill();
  const { channelId } = callee.request;
  world.waiting.add(channelId);
  return { world, channelId };
}

test("a resumed scheduled call concludes its run once, and the schedule continues", async (t) => {
  const { world, channelId } = await diedSpeaking(t);
  const second = world.starts();
  await world.passes(5_000);
  assert.equal(world.lastRun(), null, "its run waits for its call");
  const line = await second.comesBack(channelId);
  await world.passes(10_000);
  assert.equal(world.lastRun(), null);
  line.plays();
  await world.passes(10_000);
  assert.equal(world.lastRun()?.outcome, "completed");
  assert.deepEqual(
    [...world.sent.values()].map(({ status }) => status),
    ["completed"],
  );
  assert.equal(world.schedule().nextAt, (world.lastRun()?.at ?? 0) + DAY);
  assert.equal(world.callees.length, 0, "rung again");
  const runs = world.store.occurrences.filter(({ scheduleId }) => scheduleId === "s");
  assert.deepEqual(
    runs.map(({ state, outcome }) => [state, outcome]),
    [["over", "completed"]],
  );
});

test("a scheduled call that no controller resumes has failed, once, and is not placed again", async (t) => {
  const { world, channelId } = await diedSpeaking(t);
  world.starts();
  await world.passes(5_000);
  world.waiting.delete(channelId); // Asterisk has apologised.
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "failed");
  assert.deepEqual(
    [...world.sent.values()].map(({ status }) => status),
    ["failed"],
  );
});
