import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { AttendantError } from "../../src/kernel/errors.js";
import type { Task, TaskRefusal } from "../../src/toolbox/tool-context.js";
import { DAY, HOUR, LATENESS_MS, MINUTE, type Service, startWorld, type World } from "../support/fakes/scheduling.js";

const PASTA = { seconds: 600, message: "The pasta is ready." };

/** @throws when it was refused */
function taskOf(set: Task | TaskRefusal): Task {
  assert.ok("taskId" in set, "refusal" in set ? set.refusal : "");
  return set;
}

function refusalOf(set: Task | TaskRefusal): string {
  assert.ok("refusal" in set);
  return set.refusal;
}

const lastOutcome = (world: World, { taskId }: Task) => world.schedule(taskId).lastRun?.outcome;
const inMs = (world: World, ms: number) => DateTime.fromMillis(world.now + ms);

test("a timer is spoken into the call that set it, and no call is placed", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  assert.deepEqual([timer.type, timer.dueAt.toMillis(), timer.destination], ["timer", world.now + 600_000, "200"]);
  await world.passes(600_000 + 500);
  assert.deepEqual(
    talk.said.map(({ text }) => text),
    ["The pasta is ready."],
  );
  talk.said[0]?.heard(true);
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(lastOutcome(world, timer), "spoken");
});

test("a timer that the store did not confirm is taken back, for its caller may set it again", async (t) => {
  const world = startWorld(t);
  const { addSchedule } = world.store;
  world.store.addSchedule = async (schedule) => {
    await addSchedule(schedule);
    throw new AttendantError("store_unavailable", "The write was not confirmed.");
  };
  const service = world.starts();
  const talk = service.talks("200");
  await assert.rejects(service.tasks.of(talk.live).setTimer(PASTA), { code: "store_unavailable" });
  await world.settles();
  assert.deepEqual(world.store.schedules, []);
});

test("a timer rings its caller if the call is over, and the message is spoken then", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  talk.hangsUp();
  await world.passes(600_000 + 500);
  assert.equal(world.callees[0]?.request.number, "200");
  await world.answersAll();
  await world.passes(1_000);
  assert.deepEqual([lastOutcome(world, timer), world.spoken], ["completed", ["The pasta is ready."]]);
});

test("a timer rings its caller by the assistant that they talked to", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200", "of-sales", "sales");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  talk.hangsUp();
  await world.passes(600_000 + 500);
  assert.equal(world.schedule(timer.taskId).assistant, "sales");
  assert.equal(world.callees[0]?.request.number, "200");
});

test("a timer is spoken into a later call of the same caller, and into no other", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  talk.hangsUp();
  const other = service.talks("300");
  const later = service.talks("200", "later");
  await world.passes(600_000 + 500);
  assert.deepEqual([other.said.length, later.said.length, world.callees.length], [0, 1, 0]);
  later.said[0]?.heard(true);
  await world.passes(1_000);
  assert.equal(lastOutcome(world, timer), "spoken");
});

test("a caller who hangs up during the alert is called back once they are gone", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  await world.passes(600_000 + 500);
  talk.closes();
  await world.passes(5_000);
  assert.equal(world.callees.length, 0, "while the line is not free");
  talk.hangsUp();
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(lastOutcome(world, timer), "completed");
});

test("an alert that is spoken over is repeated, but not for ever", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  await world.passes(600_000 + 500);
  for (let n = 0; n < 3; n++) {
    assert.equal(talk.said.length, n + 1);
    talk.said[n]?.heard(false);
    await world.settles();
  }
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(talk.said.length, 3);
  assert.equal(world.schedule(timer.taskId).lastRun?.error, "The caller spoke over it each time it was said.");
});

test("a caller who never yields the floor misses the alert", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const timer = taskOf(await service.tasks.of(service.talks("200").live).setTimer(PASTA));
  assert.equal(await world.lives(600_000 + LATENESS_MS + MINUTE), 0);
  assert.equal(lastOutcome(world, timer), "missed");
});

test("a caller with a key can have only those numbers called that the key permits", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const { live } = service.talks("200");
  const at = inMs(world, HOUR);
  const asked = { at, message: "Call.", destination: "201" };
  assert.ok("taskId" in (await service.tasks.of(live).callBack(asked)));
  Object.assign(live.call.record, { client: "narrow" });
  assert.ok("refusal" in (await service.tasks.of(live).callBack(asked)));
});

test("an alert that finds too many messages waiting is said when there is room", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.of(talk.live).setTimer(PASTA));
  talk.isFull = true;
  await world.passes(600_000 + 2_000);
  assert.deepEqual([talk.said.length, world.schedule(timer.taskId).lastRun], [0, null]);
  talk.isFull = false;
  await world.passes(5_000);
  talk.said[0]?.heard(true);
  await world.settles();
  assert.deepEqual([talk.said.length, lastOutcome(world, timer)], [1, "spoken"]);
});

test("a timer of a caller who withholds their number is spoken into that call only, and places no call", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("");
  const tasks = service.tasks.of(talk.live);
  const [timer, late] = [taskOf(await tasks.setTimer(PASTA)), taskOf(await tasks.setTimer({ ...PASTA, seconds: 900 }))];
  const other = service.talks("", "another-call");
  await world.passes(600_000 + 500);
  assert.deepEqual([talk.said.length, other.said.length], [1, 0]);
  talk.said[0]?.heard(true);
  await world.settles();
  talk.hangsUp();
  assert.equal(await world.lives(HOUR), 0);
  assert.equal(lastOutcome(world, timer), "spoken");
  assert.deepEqual(world.schedule(late.taskId).lastRun, {
    dueAt: late.dueAt.toMillis(),
    outcome: "failed",
    callId: null,
    error: "The call that it was set in is over, and there is no number to call.",
  });
});

test("a timer survives the service, and rings", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  const timer = taskOf(await first.tasks.of(first.talks("200").live).setTimer(PASTA));
  first.life.kill();
  world.sleeps(5 * MINUTE);
  world.starts();
  assert.equal(await world.lives(6 * MINUTE), 1);
  assert.equal(lastOutcome(world, timer), "completed");
});

test("if a service dies during an alert, it rings the caller instead", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  const timer = taskOf(await first.tasks.of(first.talks("200").live).setTimer(PASTA));
  await world.passes(600_000 + 500);
  first.life.kill();
  world.starts();
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(lastOutcome(world, timer), "completed");
});

test("what one caller has set, another can neither see nor cancel", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const mine = service.tasks.of(service.talks("200").live);
  const theirs = service.tasks.of(service.talks("300").live);
  const hidden = [service.tasks.of(service.talks("", "a").live), service.tasks.of(service.talks("", "b").live)];
  const timer = taskOf(await mine.setTimer(PASTA));
  const secret = taskOf((await hidden[0]?.setTimer(PASTA)) ?? { refusal: "" });
  const ids = async (tasks: typeof mine | undefined) => (await tasks?.pending())?.map(({ taskId }) => taskId);
  assert.deepEqual(await ids(mine), [timer.taskId]);
  assert.deepEqual([await ids(theirs), await ids(hidden[1])], [[], []]);
  assert.deepEqual([await theirs.cancel(timer.taskId), await hidden[1]?.cancel(secret.taskId)], [false, false]);
  assert.equal(await mine.cancel(timer.taskId), true);
  assert.equal(await mine.cancel(timer.taskId), false);
  assert.equal(await world.lives(700_000), 0);
});

test("a caller cannot cancel what a client has scheduled", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const task = taskOf(await service.tasks.ofClient(undefined).setTimer(PASTA));
  const caller = service.tasks.of(service.talks("200").live);
  assert.equal(await caller.cancel(task.taskId), false);
  assert.deepEqual(await caller.pending(), []);
});

test("the first task of a client's request has the id by which the request is recovered, the next one its own", async (t) => {
  const world = startWorld(t);
  const client = world.starts().tasks.ofClient(undefined, undefined, "request-1");
  assert.ok("refusal" in (await client.setTimer({ ...PASTA, seconds: 0 })), "nothing is set");
  const [first, second] = [taskOf(await client.setTimer(PASTA)), taskOf(await client.setTimer(PASTA))];
  assert.equal(first.taskId, "request-1");
  assert.notEqual(second.taskId, "request-1");
  assert.equal(world.schedule("request-1").message, PASTA.message);
});

test("a client sees and cancels the tasks of all callers", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const timer = taskOf(await service.tasks.of(service.talks("200").live).setTimer(PASTA));
  const client = service.tasks.ofClient(undefined);
  const own = taskOf(await client.callBack({ at: inMs(world, MINUTE), message: "Hello.", destination: "0123456789" }));
  assert.deepEqual(
    (await client.pending()).map(({ taskId }) => taskId),
    [own.taskId, timer.taskId],
  );
  assert.equal(await client.cancel(timer.taskId), true);
});

for (const [name, callers, heardBy] of [
  ["into the only conversation", ["200"], "200"],
  ["into none of several conversations", ["200", "300"], undefined],
] as const) {
  test(`a client's timer is spoken ${name}`, async (t) => {
    const world = startWorld(t);
    const service = world.starts();
    const timer = taskOf(await service.tasks.ofClient(undefined).setTimer(PASTA));
    const talks = callers.map((caller) => ({ caller, ...service.talks(caller) }));
    await world.passes(600_000 + 500);
    const hearing = talks.filter(({ said }) => said.length > 0);
    assert.deepEqual(
      hearing.map(({ caller }) => caller),
      heardBy ? [heardBy] : [],
    );
    for (const { said } of hearing) said[0]?.heard(true);
    await world.passes(1_000);
    assert.equal(lastOutcome(world, timer), heardBy ? "spoken" : "failed");
  });
}

test("a client's timer for a caller calls that caller back", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const timer = taskOf(await service.tasks.ofClient(talk.live).setTimer(PASTA));
  talk.hangsUp();
  service.talks("300");
  await world.passes(600_000 + 500);
  assert.equal(world.callees[0]?.request.number, "200");
  await world.answersAll();
  await world.passes(1_000);
  assert.equal(lastOutcome(world, timer), "completed");
});

test("a callback rings the caller, or the number that they give, and says its purpose", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const talk = service.talks("200");
  const tasks = service.tasks.of(talk.live);
  taskOf(await tasks.callBack({ at: inMs(world, MINUTE), message: "Call your mother." }));
  taskOf(await tasks.callBack({ at: inMs(world, 2 * MINUTE), message: "Dinner.", destination: "300" }));
  talk.hangsUp();
  const rung: (string | undefined)[] = [];
  for (let n = 0; n < 2; n++) {
    await world.passes(MINUTE + 500);
    rung.push(world.callees[0]?.request.number);
    await world.answersAll();
  }
  assert.deepEqual(
    [rung, world.spoken],
    [
      ["200", "300"],
      ["Call your mother.", "Dinner."],
    ],
  );
});

test("a callback to a number that callers may not have dialled is rejected in a sentence", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const tasks = service.tasks.of(service.talks("200").live);
  const refused = await tasks.callBack({ at: inMs(world, MINUTE), message: "x", destination: "00900123456" });
  assert.match(refusalOf(refused), /not allowed to call that number/);
  const client = service.tasks.ofClient(undefined);
  taskOf(await client.callBack({ at: inMs(world, MINUTE), message: "x", destination: "00900123456" }));
});

test("a callback whose number may no longer be dialled when it is due places no call", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  const tasks = first.tasks.of(first.talks("200").live);
  const task = taskOf(await tasks.callBack({ at: inMs(world, MINUTE), message: "x", destination: "300" }));
  first.life.kill();
  world.starts({ deny: [/^300$/] });
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.equal(lastOutcome(world, task), "failed");
});

const REFUSALS: readonly [string, (service: Service, world: World) => Promise<Task | TaskRefusal>, RegExp][] = [
  [
    "a callback without a number, of a caller who withholds theirs",
    ({ tasks, talks }, world) => tasks.of(talks("").live).callBack({ at: inMs(world, MINUTE), message: "x" }),
    /do not know your number/,
  ],
  [
    "a time that is past",
    ({ tasks, talks }, world) => tasks.of(talks("200").live).callBack({ at: inMs(world, -1), message: "x" }),
    /already passed/,
  ],
  [
    "a time in two years",
    ({ tasks, talks }, world) => tasks.of(talks("200").live).callBack({ at: inMs(world, 700 * DAY), message: "x" }),
    /further ahead than a year/,
  ],
  [
    "a timer of two days",
    ({ tasks, talks }) => tasks.of(talks("200").live).setTimer({ ...PASTA, seconds: 172_800 }),
    /a day/,
  ],
  [
    "a timer of no time",
    ({ tasks, talks }) => tasks.of(talks("200").live).setTimer({ ...PASTA, seconds: 0 }),
    /in the future/,
  ],
];

for (const [name, set, sentence] of REFUSALS) {
  test(`${name} is rejected in a sentence`, async (t) => {
    const world = startWorld(t);
    assert.match(refusalOf(await set(world.starts(), world)), sentence);
    assert.deepEqual(world.store.schedules, []);
  });
}

test("one caller can set at most twenty tasks, and another once one is gone", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const tasks = service.tasks.of(service.talks("200").live);
  for (let n = 0; n < 20; n++) taskOf(await tasks.setTimer(PASTA));
  assert.match(refusalOf(await tasks.setTimer(PASTA)), /20 timers and callbacks already/);
  const [first] = await tasks.pending();
  await tasks.cancel(first?.taskId ?? "");
  taskOf(await tasks.setTimer(PASTA));
});

test("a model that sets thirty tasks at once gets no more than one that sets them one by one", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const tasks = service.tasks.of(service.talks("200").live);
  const set = await Promise.all(Array.from({ length: 30 }, () => tasks.setTimer(PASTA)));
  assert.equal(set.filter((each) => "taskId" in each).length, 20);
  assert.equal((await tasks.pending()).length, 20);
});
