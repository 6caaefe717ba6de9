import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { asked, DAY, HOUR, LEASE_MS, MINUTE, type Service, startWorld } from "../support/fakes/scheduling.js";

/** A lease, and the time in which others see that it is over. */
const SETTLED_MS = LEASE_MS + 15_000;
const STEP_MS = 1_000;

const STOPPED = /^The service stopped unexpectedly/;

function request(callId: string) {
  const rest = { extension: "100", ringTimeoutMs: 30_000, message: "Dinner is ready.", choice: null };
  return { callId, callbackUrl: "http://receiver.test/", ...rest };
}

/** Two controllers with folders of their own, and a call that the first has placed and that rings. */
async function ringing(t: TestContext, { second = { owner: "two" } as Parameters<World["starts"]>[0] } = {}) {
  const world = startWorld(t);
  world.maxStepMs = STEP_MS;
  const [one, two] = [world.starts({ owner: "one" }), world.starts(second)];
  await world.passes(LEASE_MS);
  await one.callControl.place(request("c"));
  await world.settles();
  const [callee] = world.callees.splice(0);
  assert.ok(callee);
  callee.rings();
  await world.settles();
  return { world, one, two, callee };
}
type World = ReturnType<typeof startWorld>;

const found = (world: World, callId: string) => world.records.findCall(callId);

test("calls of a controller that does not return are settled by another after one lease", async (t) => {
  const { world, one } = await ringing(t);
  await one.callControl.place(request("d"));
  one.life.kill();
  assert.equal(await world.lives(LEASE_MS - 10_000), 0);
  assert.equal((await found(world, "c"))?.status, "ringing");
  assert.equal(await world.lives(25_000), 0);
  for (const callId of ["c", "d"]) {
    const record = await found(world, callId);
    assert.deepEqual([record?.status, record?.owner.split("~")[0]], ["failed", "two"]);
    assert.match(String(record?.error), STOPPED);
    assert.equal(world.sent.get(callId)?.status, "failed");
  }
  assert.equal(world.events("controller_taken_over").length, 1);
});

test("an owner that is only found by a call that cannot be read is looked after once, and not reported", async (t) => {
  const world = startWorld(t);
  world.maxStepMs = STEP_MS;
  const owner = "gone~1";
  world.records.owners = () => [owner];
  let attempts = 0;
  world.records.unfinishedCalls = async (of) => {
    if (of === owner) attempts++;
    return [];
  };
  world.starts({ owner: "one" });
  await world.passes(5 * SETTLED_MS);
  assert.deepEqual([attempts, world.events("controller_taken_over").length], [1, 0]);
});

test("of several controllers that detect a dead one, one settles its calls", async (t) => {
  const { world, one } = await ringing(t);
  for (const owner of ["three", "four"]) world.starts({ owner });
  one.life.kill();
  await world.lives(SETTLED_MS);
  assert.equal(world.events("controller_taken_over").length, 1);
  assert.equal(world.events("abandoned_call_failed").length, 1);
});

test("a controller that dies during a takeover is itself taken over", async (t) => {
  const { world, one, two } = await ringing(t);
  two.life.dieAt("calls.takeCall", "after");
  one.life.kill();
  await world.lives(SETTLED_MS);
  assert.ok(two.life.dead);
  world.starts({ owner: "three" });
  assert.equal(await world.lives(2 * SETTLED_MS), 0);
  assert.equal((await found(world, "c"))?.status, "failed");
  assert.equal(world.sent.size, 1);
});

test("the next process on the same folder need not wait for the lease", async (t) => {
  const { world, one } = await ringing(t);
  one.life.kill();
  world.starts({ owner: "one" });
  await world.lives(1_000);
  assert.equal((await found(world, "c"))?.status, "failed");
});

test("calls of a live controller are never settled by others, however long they last", async (t) => {
  const { world, callee } = await ringing(t);
  const line = callee.answers();
  await world.passes(10 * MINUTE);
  line.plays();
  await world.settles();
  assert.deepEqual([(await found(world, "c"))?.status, world.sent.get("c")?.status], ["completed", "completed"]);
  assert.equal(world.events("controller_taken_over").length, 0);
});

test("two controllers on copies of one folder are distinguished, and the log says what to do", async (t) => {
  const { world, callee } = await ringing(t, { second: { owner: "one", place: "another disk" } });
  const line = callee.answers();
  await world.passes(3 * LEASE_MS);
  assert.equal(world.sent.size, 0);
  line.plays();
  await world.settles();
  assert.equal(world.sent.get("c")?.status, "completed");
  assert.equal(world.events("abandoned_call_failed").length, 0);
  assert.ok(world.events("data_dir_copied").length > 0);
});

test("while the store is away, and for one lease after, no controller is taken for dead", async (t) => {
  const { world, callee } = await ringing(t);
  const line = callee.answers();
  world.storeIsAway = true;
  await world.passes(10 * LEASE_MS);
  world.storeIsAway = false;
  await world.passes(3 * LEASE_MS);
  assert.equal(world.events("controller_taken_over").length, 0);
  line.plays();
  await world.settles();
  assert.equal(world.sent.get("c")?.status, "completed");
});

for (const [clock, setBy] of [
  ["ahead", DAY],
  ["behind", -DAY],
] as const) {
  test(`a controller whose clock is a day ${clock} takes no other for dead, and is not taken for dead`, async (t) => {
    const { world, callee } = await ringing(t, { second: { owner: "two", clockIsOff: setBy } });
    const line = callee.answers();
    await world.passes(3 * LEASE_MS);
    line.plays();
    await world.settles();
    assert.deepEqual([world.sent.get("c")?.status, world.events("controller_taken_over").length], ["completed", 0]);
  });
}

/** A controller that stands still at its next such step for three leases, and then goes on. @returns how many were rung */
async function frozen(world: World, service: Service, step: string, act: () => unknown = () => {}) {
  service.life.freezeAt(step);
  act();
  await world.settles();
  const rung = await world.lives(3 * LEASE_MS);
  service.life.thaw();
  return rung + (await world.lives(MINUTE));
}

test("a controller that was frozen while recording the end of a call overwrites nothing", async (t) => {
  const { world, one, callee } = await ringing(t);
  const line = callee.answers();
  await world.settles();
  await frozen(world, one, "outbox.enqueue", () => line.leaves()); // Which completes the call, and breaks it off for others.
  const record = await found(world, "c");
  assert.deepEqual([record?.status, world.sent.get("c")?.status], ["failed", "failed"]);
  assert.match(String(record?.owner), /^two~/);
  assert.equal(world.events("controller_taken_for_dead").length, 1);
});

test("a controller that was frozen before it dialled does not dial when it resumes", async (t) => {
  const { world, one } = await ringing(t);
  await one.callControl.place(request("d"));
  assert.equal(await frozen(world, one, "calls.saveCall"), 0);
  assert.deepEqual([(await found(world, "d"))?.status, world.sent.get("d")?.status], ["failed", "failed"]);
});

test("a frozen controller resumes, as another owner, with the calls that no other has taken", async (t) => {
  const world = startWorld(t);
  world.maxStepMs = STEP_MS;
  const one = world.starts({ owner: "one" });
  world.starts({ owner: "two" });
  await world.passes(LEASE_MS);
  await frozen(world, one, "lives.beat");
  assert.equal(world.events("controller_taken_for_dead").length, 1);
  await one.callControl.place(request("later"));
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.sent.get("later")?.status, "completed");
});

test("a placed call that was written off is ended when its controller resumes; a conversation is not", async (t) => {
  const { world, one, callee } = await ringing(t);
  const talk = one.talks("200");
  await world.records.saveCall(talk.live.call.record);
  callee.answers();
  await world.settles();
  await frozen(world, one, "lives.beat");
  assert.ok(callee.request.scope.ending);
  assert.equal(talk.live.scope.ending, undefined);
  assert.equal(world.sent.get("c")?.status, "failed");
});

test("a scheduled run that its controller left dialling is settled, even without its folder", async (t) => {
  const world = startWorld(t);
  const one = world.starts({ owner: "one" });
  await one.schedules.create(asked());
  one.life.dieAt("dialler.dial", "after");
  await world.lives(HOUR + 5_000);
  assert.ok(one.life.dead);
  world.maxStepMs = STEP_MS;
  world.starts({ owner: "two" });
  assert.equal(await world.lives(SETTLED_MS), 0);
  assert.equal(world.lastRun()?.outcome, "failed");
  assert.deepEqual(
    [...world.sent.values()].map(({ status }) => status),
    ["failed"],
  );
});

for (const what of ["dead", "cut off"] as const) {
  test(`the controller with the channel of a placed call resumes it when its controller is ${what}, and it ends once`, async (t) => {
    const { world, one, two, callee } = await ringing(t);
    callee.answers();
    await world.settles();
    if (what === "dead") one.life.kill();
    const next = await two.comesBack(callee.request.channelId);
    assert.match(String((await found(world, "c"))?.owner), /^two~/);
    callee.request.scope.end(new Ending("taken_over")); // As one that lives sees in Asterisk.
    await world.passes(SETTLED_MS);
    assert.deepEqual([world.sent.size, world.events("call_end").length], [0, 0]);
    next.plays();
    await world.settles();
    await world.passes(SETTLED_MS);
    assert.deepEqual([(await found(world, "c"))?.status, world.sent.get("c")?.status], ["completed", "completed"]);
    assert.deepEqual([world.events("call_end").length, world.events("abandoned_call_failed").length], [1, 0]);
  });
}

test("of two controllers that are notified of the same channel, one resumes its call", async (t) => {
  const { world, one, two, callee } = await ringing(t);
  const three = world.starts({ owner: "three" });
  callee.answers();
  await world.settles();
  one.life.kill();
  const lines = await Promise.all([two, three].map((each) => each.comesBack(callee.request.channelId)));
  await world.settles();
  assert.deepEqual(lines.map(({ signal }) => signal.aborted).sort(), [false, true]);
});

/** Two controllers, and a call of a schedule's run that the first has placed and somebody has answered. */
async function scheduled(t: TestContext) {
  const world = startWorld(t);
  const [one, two] = [world.starts({ owner: "one" }), world.starts({ owner: "two" })];
  await one.schedules.create(asked());
  await world.passes(HOUR + 5_000);
  const [callee] = world.callees.splice(0);
  assert.ok(callee);
  const placedBy = String(world.store.occurrences[0]?.owner);
  const [first, second] = placedBy.startsWith("one~") ? [one, two] : [two, one];
  callee.rings();
  callee.answers();
  await world.settles();
  return { world, first, second, callee };
}

/** The run and its one webhook. */
const cameTo = (world: World) => [world.lastRun()?.outcome, [...world.sent.values()].map(({ status }) => status)];

test("a scheduled run is left to the controller that has its call, even if another is notified first", async (t) => {
  const { world, second, callee } = await scheduled(t);
  callee.request.scope.end(new Ending("taken_over"));
  await world.settles();
  assert.deepEqual(cameTo(world), [undefined, []]);
  const next = await second.comesBack(callee.request.channelId);
  next.plays();
  await world.settles();
  world.maxStepMs = STEP_MS;
  await world.lives(SETTLED_MS);
  assert.deepEqual(cameTo(world), ["completed", ["completed"]]);
});

test("a takeover that breaks off between a call and its run is completed later", async (t) => {
  const { world, first, second, callee } = await scheduled(t);
  first.life.kill();
  const { store } = world;
  const move = store.moveOccurrence;
  store.moveOccurrence = () => {
    store.moveOccurrence = move;
    return Promise.reject(new AttendantError("store_unavailable", "The store is away for a moment."));
  };
  const next = await second.comesBack(callee.request.channelId);
  world.maxStepMs = STEP_MS;
  await world.lives(STEP_MS);
  assert.equal(
    store.occurrences[0]?.owner,
    (await world.records.findCall(String(store.occurrences[0]?.callId)))?.owner,
  );
  next.plays();
  await world.settles();
  await world.lives(SETTLED_MS);
  assert.deepEqual(cameTo(world), ["completed", ["completed"]]);
});

test("a scheduled run moves with its call, and ends with it", async (t) => {
  const { world, first, second, callee } = await scheduled(t);
  first.life.kill();
  const next = await second.comesBack(callee.request.channelId);
  world.maxStepMs = STEP_MS;
  assert.equal(await world.lives(SETTLED_MS), 0);
  assert.equal(world.lastRun(), null);
  next.plays();
  await world.settles();
  assert.equal(await world.lives(SETTLED_MS), 0);
  assert.deepEqual(cameTo(world), ["completed", ["completed"]]);
});
