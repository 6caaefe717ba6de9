import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  DAILY,
  DAY,
  HOUR,
  LATENESS_MS,
  MINUTE,
  START,
  startWorld,
  type World,
} from "../support/fakes/scheduling.js";

const NINE = START + HOUR;
type Service = ReturnType<World["starts"]>;

test("a call rings when it is due, once, and its schedule is over", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  assert.equal(await world.lives(HOUR - 1_000), 0);
  assert.equal(await world.lives(2_000), 1);
  await world.passes(MINUTE);
  assert.deepEqual(world.lastRun(), { outcome: "completed", at: NINE, error: null });
  assert.equal(world.schedule().nextAt, null);
  assert.equal(await world.lives(2 * HOUR), 0);
  assert.deepEqual(
    world.store.occurrences.map(({ state, outcome }) => [state, outcome]),
    [["over", "completed"]],
  );
  assert.deepEqual(
    [...world.sent.values()].map(({ status, error }) => [status, error]),
    [["completed", null]],
  );
  assert.deepEqual([...world.intents], [], "what Asterisk remembers");
});

test("a scheduled call shows the caller number that it was scheduled with", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create({ ...asked(), callerId: "8001" });
  await world.passes(HOUR + 1_000);
  assert.deepEqual(world.callees[0]?.request.callerId, { name: "Sales", number: "8001" });
});

test("a scheduled call is placed by the assistant that it was scheduled with", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts();
  await schedules.create({ ...asked(), assistant: "sales" });
  await world.passes(HOUR + 1_000);
  assert.equal((await callControl.list({ limit: 1 })).items[0]?.assistant, "sales");
});

test("a scheduled call says that a machine speaks where it was scheduled so, although the settings leave it out", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts();
  for (const disclosureWaived of [undefined, null]) {
    await schedules.create({ ...asked(), scheduleId: String(disclosureWaived), disclosureWaived });
  }
  await world.passes(HOUR + MINUTE);
  const { items } = await callControl.list({ limit: 2 });
  const waived = items.map((call) => [call.scheduleId, call.disclosureWaived]).sort();
  assert.deepEqual(waived, [
    ["null", undefined],
    ["undefined", "DISCLOSURE is false."],
  ]);
});

test("a scheduled call does with a machine what it was scheduled to do", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts();
  await schedules.create({ ...asked(), onMachine: "leave_message", machineMessage: "Call me." });
  await world.passes(HOUR + 1_000);
  const [call] = (await callControl.list({ limit: 1 })).items;
  assert.deepEqual([call?.script?.onMachine, call?.script?.machineMessage], ["leave_message", "Call me."]);
});

test("a daily call rings every day, and the list shows its last result", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  for (const day of [0, 1, 2]) {
    assert.equal(await world.lives(day === 0 ? HOUR + MINUTE : DAY), 1);
    assert.deepEqual([world.lastRun()?.at, world.schedule().nextAt], [NINE + day * DAY, NINE + (day + 1) * DAY]);
  }
});

test("a run whose alarm was lost rings within seconds", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  world.alarm.deaf = true;
  await schedules.create(DAILY);
  assert.equal(await world.lives(HOUR + 10_000), 1);
  assert.equal(await world.lives(DAY), 1);
});

test("an outdated alarm places no call", async (t) => {
  const world = startWorld(t);
  const { schedules, onDue } = world.starts();
  await schedules.create(asked());
  onDue("s", NINE);
  onDue("s", NINE - DAY);
  onDue("unknown", NINE);
  await world.settles();
  assert.deepEqual([world.callees.length, world.schedule().nextAt], [0, NINE]);
  await schedules.cancel("s");
  assert.equal(await world.lives(2 * HOUR), 0);
});

for (const [name, callee, outcome] of [
  ["busy", ({ callees }: World) => callees[0]?.declines("busy", "They are busy."), "busy"],
  ["not there", ({ callees }: World) => callees[0]?.declines("no_answer", "The call was not answered."), "no_answer"],
] as const) {
  test(`a run whose callee is ${name} is over, and no further call is placed for it`, async (t) => {
    const world = startWorld(t);
    const { schedules } = world.starts();
    await schedules.create(asked());
    await world.passes(HOUR + 1_000);
    callee(world);
    await world.settles();
    world.callees.length = 0;
    assert.equal(world.lastRun()?.outcome, outcome);
    assert.equal(await world.lives(HOUR), 0);
  });
}

test("a tool runs when its call is due, and its result is spoken between prefix and suffix", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const tool = { message: null, tool: "WEATHER", prefix: "Good morning.", suffix: "Have a nice day." };
  await schedules.create(asked(tool));
  assert.equal(world.tools.runs, 0);
  await world.passes(HOUR + 1_000);
  const [callee] = world.callees;
  assert.ok(callee);
  const line = callee.answers();
  await world.settles();
  line.plays();
  await world.settles();
  assert.deepEqual([world.tools.runs, world.lastRun()?.outcome], [1, "completed"]);
  assert.deepEqual(world.spoken, ["Good morning.", "It is sunny.", "Have a nice day."]);
});

test("a message is spoken between prefix and suffix", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked({ message: "It is time.", prefix: "Good morning.", suffix: "Have a nice day." }));
  assert.equal(await world.lives(HOUR + MINUTE), 1);
  assert.deepEqual(world.spoken, ["Good morning.", "It is time.", "Have a nice day."]);
});

test("if the tool fails no call is placed, and the failure is recorded and reported", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts();
  world.tools.result = { status: "FAILED", message: "The weather station is away." };
  await schedules.create(asked({ message: null, tool: "WEATHER" }));
  assert.equal(await world.lives(2 * HOUR), 0);
  const error = "The weather station is away.";
  assert.deepEqual(world.lastRun(), { outcome: "tool_failed", at: NINE, error });
  assert.equal(world.tools.runs, 1);
  const [result] = world.sent.values();
  assert.deepEqual([result?.status, result?.error], ["failed", error]);
  const record = await callControl.find(world.schedule().lastRun?.callId ?? "");
  assert.deepEqual(
    [record?.status, record?.error, record?.scheduleId, record?.tool],
    ["failed", error, "s", "WEATHER"],
  );
});

test("a run that became due while the service was stopped rings if it is not too late", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(asked());
  first.life.kill();
  world.sleeps(HOUR + LATENESS_MS - 20_000);
  world.starts();
  assert.equal(await world.lives(10_000), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("a late run is missed and reported; a recurrence continues", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(DAILY);
  first.life.kill();
  world.sleeps(HOUR + LATENESS_MS + MINUTE);
  world.starts();
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "missed");
  assert.deepEqual(
    [...world.sent.values()].map(({ status, extension, schedule_id, message_played, duration_seconds, error }) => [
      ...[status, extension, schedule_id, message_played, duration_seconds, error],
    ]),
    [
      [
        "missed",
        "100",
        "s",
        false,
        0,
        "It was due while the service was not running, was too busy, or had the wrong time.",
      ],
    ],
  );
  assert.equal(world.schedule().nextAt, NINE + DAY);
  assert.equal(world.events("schedule_missed").length, 1);
  assert.equal(await world.lives(DAY), 1);
});

for (const [why, make] of [
  [
    "the service did not run",
    async (world, first) => {
      first.life.kill();
      world.sleeps(HOUR + LATENESS_MS + MINUTE);
      return world.starts();
    },
  ],
  [
    "the PBX was away",
    async (world, service) => {
      service.obstacle = "The PBX does not answer.";
      await world.lives(HOUR + LATENESS_MS);
      return service;
    },
  ],
  [
    "no line was free",
    async (world, service) => {
      for (let i = 0; i < 5; i++) service.talks(`20${i}`);
      await world.lives(HOUR + LATENESS_MS);
      return service;
    },
  ],
  [
    "the store was away",
    async (world, service) => {
      await world.passes(HOUR - MINUTE);
      world.store.away = true;
      await world.passes(MINUTE + LATENESS_MS + 1_000);
      world.store.away = false;
      return service;
    },
  ],
] as readonly [string, (world: World, service: Service) => Promise<Service>][]) {
  test(`a run that was missed because ${why} is reported as missed, and leaves no call behind`, async (t) => {
    const world = startWorld(t);
    const first = world.starts();
    await first.schedules.create(asked());
    const service = await make(world, first);
    assert.equal(await world.lives(MINUTE), 0);
    assert.deepEqual([world.schedule().lastRun?.outcome, world.schedule().lastRun?.callId], ["missed", null]);
    assert.deepEqual(
      world.store.occurrences.map(({ outcome }) => outcome),
      ["missed"],
    );
    assert.deepEqual(
      [...world.sent.values()].map(({ status }) => status),
      ["missed"],
    );
    assert.deepEqual(world.records.saved, []);
    const metrics = (await service.metrics.render()).body;
    assert.match(metrics, /^test_schedule_runs_total\{outcome="missed"\} 1$/m);
    assert.doesNotMatch(metrics, /^test_calls_total\{.*\} (?!0$)/m);
    assert.match(metrics, /^test_call_duration_seconds_count 0$/m);
  });
}

test("the call of a run that waited for its line until too late is cancelled, not failed", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts();
  world.speechIsAway = true;
  await schedules.create(asked());
  assert.equal(await world.lives(HOUR + LATENESS_MS + MINUTE), 0);
  const { lastRun } = world.schedule();
  assert.equal(lastRun?.outcome, "missed");
  const record = await callControl.find(lastRun.callId ?? "");
  assert.deepEqual([record?.status, record?.error], ["cancelled", lastRun.error]);
  assert.deepEqual(
    [...world.sent.values()].map(({ status }) => status),
    ["missed"],
  );
});

test("after days of absence only the run that is not too late rings, not each missed one", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(DAILY);
  first.life.kill();
  world.sleeps(3 * DAY + HOUR + 2 * MINUTE);
  world.starts();
  assert.equal(await world.lives(MINUTE), 1);
  assert.deepEqual(world.lastRun(), { outcome: "completed", at: NINE + 3 * DAY, error: null });
  assert.deepEqual(world.store.occurrences.map(({ dueAt, outcome }) => [dueAt, outcome]).sort(), [
    [NINE, "missed"],
    [NINE + 3 * DAY, "completed"],
  ]);
});

test("while the store is away no call is placed; if it returns in time it rings, once", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await world.passes(HOUR - MINUTE);
  world.store.away = true;
  assert.equal(await world.lives(3 * MINUTE), 0);
  world.store.away = false;
  assert.equal(await world.lives(30_000), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
  assert.equal(await world.lives(HOUR), 0);
});

test("a store that goes away right before dialling prevents the call", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  world.store.before = (operation) => {
    if (operation === "moveOccurrence") world.store.away = true;
  };
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  world.store.before = () => {};
  world.store.away = false;
  assert.equal(await world.lives(30_000), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("if the store is away for too long, the run is missed when it returns", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  await world.passes(HOUR - MINUTE);
  world.store.away = true;
  assert.equal(await world.lives(MINUTE + LATENESS_MS + 1_000), 0);
  world.store.away = false;
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "missed");
});

test("if the store goes away during the call, the end of the call is recorded when it returns", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  await world.passes(HOUR + 1_000);
  world.store.away = true;
  await world.answersAll();
  await world.lives(MINUTE);
  world.store.away = false;
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("a run that cannot be placed now is placed as soon as possible, or missed with the reason if that is too late", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  await service.schedules.create(DAILY);
  service.obstacle = "Asterisk is not connected.";
  assert.equal(await world.lives(HOUR + 2 * MINUTE), 0);
  service.obstacle = undefined;
  assert.equal(await world.lives(10_000), 1);
  service.obstacle = "Asterisk is not connected.";
  assert.equal(await world.lives(DAY + HOUR), 0);
  assert.deepEqual(world.lastRun(), { outcome: "missed", at: NINE + DAY, error: "Asterisk is not connected." });
});

test("a tool runs only once while there is no capacity for its call", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  await service.schedules.create(asked({ message: null, tool: "WEATHER" }));
  service.obstacle = "Asterisk is not connected.";
  await world.lives(HOUR + MINUTE);
  assert.equal(world.tools.runs, 0);
  service.obstacle = undefined;
  assert.equal(await world.lives(10_000), 1);
  assert.equal(world.tools.runs, 1);
});

test("synthesis that fails is retried, because no call was placed", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  world.speechIsAway = true;
  await schedules.create(asked());
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  world.speechIsAway = false;
  assert.equal(await world.lives(10_000), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("a call that waits for its line until it is too late is missed", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts({ most: 1, queue: 5 });
  await schedules.create(asked({ ringTimeoutMs: 120_000 }));
  await schedules.create(asked({ scheduleId: "waiting" }));
  await world.passes(HOUR + 1_000);
  const [first] = world.callees.splice(0);
  first?.rings();
  await world.passes(LATENESS_MS + 1_000);
  first?.declines("no_answer", "It rang, but no one answered.");
  assert.equal(await world.lives(MINUTE), 0);
  const outcomes = ["s", "waiting"].map((id) => world.lastRun(id)?.outcome).sort();
  assert.deepEqual(outcomes, ["missed", "no_answer"]);
});

test("a number that may no longer be dialled fails without another attempt", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(asked());
  first.life.kill();
  world.starts({ deny: [/^100$/] });
  assert.equal(await world.lives(2 * HOUR), 0);
  assert.deepEqual(world.lastRun(), { outcome: "failed", at: NINE, error: "The number 100 may not be dialled." });
});

test("clock set back before the time: it rings when the clock says so, once", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await world.passes(HOUR - MINUTE);
  world.stepsClock(-HOUR);
  assert.equal(await world.lives(HOUR), 0);
  assert.equal(await world.lives(2 * MINUTE), 1);
});

test("clock set back after the call: nothing rings twice", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  assert.equal(await world.lives(HOUR + MINUTE), 1);
  world.stepsClock(-HOUR);
  assert.equal(await world.lives(2 * HOUR), 0);
  assert.equal(world.schedule().nextAt, NINE + DAY);
});

test("clock set forward and back: nothing rings twice", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  world.stepsClock(HOUR + MINUTE);
  assert.equal(await world.lives(MINUTE), 1);
  world.stepsClock(-HOUR - MINUTE);
  assert.equal(await world.lives(2 * HOUR), 0);
});

test("an alarm that rings too soon is set again", async (t) => {
  const world = startWorld(t);
  const { schedules, onDue } = world.starts();
  await schedules.create(asked());
  world.alarm.set_.length = 0;
  onDue("s", NINE);
  await world.settles();
  assert.deepEqual(world.alarm.set_, [{ scheduleId: "s", dueAt: NINE }]);
});

test("a schedule that is cancelled while its call waits for a line places no call", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts({ most: 1, queue: 5 });
  await schedules.create(asked({ scheduleId: "other" }));
  await schedules.create(asked());
  await world.passes(HOUR + 1_000);
  const waiting = world.store.occurrences.filter(({ state }) => state === "claimed");
  assert.equal(waiting.length, 1);
  await schedules.cancel(waiting[0]?.scheduleId ?? "");
  assert.equal(await world.lives(MINUTE), 1);
  const record = await callControl.find(waiting[0]?.callId ?? "");
  assert.deepEqual([record?.status, record?.error], ["cancelled", "The schedule was cancelled."]);
});

test("a call that a client ends before it is dialled is not placed again", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts({ most: 1, queue: 5 });
  await schedules.create(asked({ scheduleId: "other" }));
  await schedules.create(asked());
  await world.passes(HOUR + 1_000);
  const waiting = world.store.occurrences.find(({ state }) => state === "claimed");
  await callControl.hangUp(waiting?.callId ?? "");
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.lastRun(waiting?.scheduleId)?.outcome, "cancelled");
});

test("a service that is stopped leaves runs without a call to the next one, at once", async (t) => {
  const world = startWorld(t);
  const first = world.starts({ most: 1, queue: 5 });
  await first.schedules.create(asked({ scheduleId: "other" }));
  await first.schedules.create(asked());
  await world.passes(HOUR + 1_000);
  assert.equal(world.callees.length, 1);
  first.scheduler.leave();
  const drained = first.liveCalls.drain();
  await world.answersAll();
  await drained;
  first.scope.end();
  await first.scope.closed;
  first.life.kill();
  assert.deepEqual(world.store.occurrences.map(({ state, leaseUntil }) => [state, leaseUntil === 0]).sort(), [
    ["claimed", true],
    ["over", false],
  ]);
  world.starts({ owner: "another" });
  assert.equal(await world.lives(10_000), 1);
  assert.ok(["s", "other"].every((id) => world.schedule(id).lastRun));
});

test("a schedule requested twice with one id is created once", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const one = await schedules.create(asked());
  assert.deepEqual(await schedules.create(asked({ message: "Something else." })), one);
  assert.equal(await world.lives(2 * HOUR), 1);
});

test("runs due before the store was restored from a backup are missed, as they may have rung; later ones ring", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(DAILY);
  first.life.kill();
  world.sleeps(HOUR + MINUTE);
  world.store.unknownBeforeAt = NINE + MINUTE;
  world.starts();
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "missed");
  assert.match(String(world.lastRun()?.error), /restored from a backup.*may already have been called/);
  assert.equal(await world.lives(DAY), 1);
});
