import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { occurrenceIdOf } from "../../src/records/schedule.js";
import { FULL } from "../support/form.js";
import { Life } from "../support/fakes/mortal.js";
import { asked, DAY, HOUR, LEASE_MS, MINUTE, START, startWorld } from "../support/fakes/scheduling.js";

const NINE = START + HOUR;
/** How a scheduled call may end whose service died over it. */
const ENDS = ["completed", "failed"];

/** One scheduled call from its time to its end, in a service that dies at one of its steps. @returns the steps it took */
async function dies(t: TestContext, recurring: "daily" | null, at?: number, when?: "before" | "after") {
  const world = startWorld(t);
  const planner = world.starts({ owner: "planner" });
  await planner.schedules.create(asked({ recurring }));
  await planner.tasks.of(planner.talks("200").live).setTimer({ seconds: 20 * 3_600, message: "Another matter." });
  planner.life.kill();

  const life = new Life(at, when);
  world.starts({ life });
  let rung = await world.lives(HOUR + MINUTE);
  assert.ok(at === undefined || life.dead);
  life.kill();
  world.sleeps(10_000);
  world.starts();
  rung += await world.lives(30_000);
  assert.equal(rung, 1, "rung");

  const { nextAt, lastRun } = world.schedule();
  assert.equal(nextAt, recurring ? NINE + DAY : null);
  assert.ok(lastRun && ENDS.includes(lastRun.outcome), `it came to ${lastRun?.outcome}`);
  assert.deepEqual([lastRun.dueAt, world.sent.get(lastRun.callId ?? "")?.status], [NINE, lastRun.outcome]);
  assert.equal(world.sent.size, 1, "webhooks");
  const runs = world.store.occurrences.filter(({ scheduleId }) => scheduleId === "s");
  assert.deepEqual(
    runs.map(({ state, outcome }) => [state, outcome]),
    [["over", lastRun.outcome]],
  );
  const records = world.records.saved.filter(({ scheduleId }) => scheduleId === "s");
  assert.deepEqual([new Set(records.map(({ callId }) => callId)).size, records.at(-1)?.status], [1, lastRun.outcome]);
  return life.steps;
}

/** Before a step is after the one before it, nearly: in a quick run each kind of call has one of the two. */
const KINDS = [
  { recurring: null, whens: FULL ? (["before", "after"] as const) : (["before"] as const) },
  { recurring: "daily", whens: FULL ? (["before", "after"] as const) : (["after"] as const) },
] as const;

for (const { recurring, whens } of KINDS) {
  test(`a ${recurring ?? "one-time"} call rings exactly once, whichever step its service dies at`, async (t) => {
    let steps: readonly string[] = [];
    await t.test("undisturbed", async (t) => {
      steps = await dies(t, recurring);
      t.diagnostic(steps.join(" "));
      for (const step of ["schedules.addOccurrence", "intents.record", "dialler.dial", "outbox.enqueue"]) {
        assert.ok(steps.includes(step), step);
      }
    });
    for (const [at, step] of steps.entries()) {
      for (const when of whens) {
        await t.test(`${when} step ${at}, ${step}`, (t) => dies(t, recurring, at, when).then(() => {}));
      }
    }
  });
}

for (const moment of ["before it rings", "while it rings", "while the message is spoken"] as const) {
  test(`after a service dies ${moment}, no call is placed again, and the run has failed`, async (t) => {
    const world = startWorld(t);
    const first = world.starts();
    await first.schedules.create(asked());
    await world.passes(HOUR + 1_000);
    const [callee] = world.callees.splice(0);
    if (moment !== "before it rings") callee?.rings();
    await world.settles();
    if (moment === "while the message is spoken") callee?.answers();
    await world.settles();
    first.life.kill();
    world.starts();
    assert.equal(await world.lives(HOUR), 0);
    assert.equal(world.lastRun()?.outcome, "failed");
    assert.match(String(world.lastRun()?.error), /^The service stopped unexpectedly/);
    assert.deepEqual(
      [...world.sent.values()].map(({ status }) => status),
      ["failed"],
    );
  });
}

/** A world whose service has died right before the request to dial, or right after it. */
async function diedDialling(t: TestContext, when: "before" | "after") {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(asked());
  world.alarm.deaf = true;
  first.life.dieAt("dialler.dial", when);
  await world.lives(HOUR + 10_000);
  assert.ok(first.life.dead);
  world.callees.length = 0;
  return world;
}

test("while Asterisk cannot be asked what was dialled, no call is placed; if it answers in time, one is", async (t) => {
  const world = await diedDialling(t, "before");
  const { dialler } = world.starts();
  dialler.away = true;
  assert.equal(await world.lives(MINUTE), 0);
  dialler.away = false;
  assert.equal(await world.lives(10_000), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("a run that was not dialled, which is only known too late, is missed", async (t) => {
  const world = await diedDialling(t, "before");
  const { dialler } = world.starts();
  dialler.away = true;
  await world.lives(10 * MINUTE);
  assert.equal(world.lastRun(), null);
  dialler.away = false;
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "missed");
});

test("after a restart of Asterisk, which remembers nothing, no call is placed again", async (t) => {
  const world = await diedDialling(t, "before");
  world.intents.clear();
  world.starts();
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "failed");
});

test("a run that was not dialled is placed by another controller of the same Asterisk, one lease after its own died", async (t) => {
  const world = await diedDialling(t, "before");
  world.starts({ owner: "another" });
  assert.equal(await world.lives(LEASE_MS), 0);
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("a run that may have been dialled at another Asterisk is written off after one lease, without a call", async (t) => {
  const world = await diedDialling(t, "before");
  world.intents.clear();
  world.starts({ owner: "another" });
  assert.equal(await world.lives(LEASE_MS + 20_000), 0);
  assert.equal(world.lastRun()?.outcome, "failed");
  assert.match(String(world.lastRun()?.error), /^The service stopped unexpectedly/);
  assert.equal(world.sent.size, 1);
  world.starts(); // The first one comes back.
  assert.equal(await world.lives(HOUR), 0);
});

test("a run claimed by a controller of an earlier version is its own for its lease, and then another's", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(asked());
  first.life.kill();
  const earlier = {
    scheduleId: "s",
    dueAt: NINE,
    state: "claimed",
    owner: "earlier",
    callId: "c",
    channelId: null,
  } as const;
  const leaseUntil = NINE + LEASE_MS;
  const occurrenceId = occurrenceIdOf("s", NINE);
  await world.store.addOccurrence({ ...earlier, occurrenceId, leaseUntil, outcome: null, error: null });
  world.starts({ owner: "another" });
  assert.equal(await world.lives(HOUR + LEASE_MS), 0);
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
});

test("a run whose controller died before dialling is placed by another, in time", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(asked());
  first.life.dieAt("intents.record", "before");
  await world.lives(HOUR + 1_000);
  assert.ok(first.life.dead);
  world.starts({ owner: "another" });
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
  assert.equal(world.events("schedule_taken_over").length, 1);
  world.starts(); // The first one comes back.
  assert.equal(await world.lives(HOUR), 0);
  assert.equal(world.sent.size, 1);
});

test("a controller that was blocked while another took over its run places no call, and records nothing", async (t) => {
  const world = startWorld(t);
  const frozen = world.starts();
  await frozen.schedules.create(asked());
  frozen.life.freezeAt("intents.record");
  await world.passes(HOUR + 1_000);
  world.starts({ owner: "another" });
  assert.equal(await world.lives(MINUTE), 1);
  frozen.life.thaw();
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.lastRun()?.outcome, "completed");
  assert.match(String(world.records.saved.at(-1)?.owner), /^another~/);
});

test("two controllers share the due runs, and each rings once", async (t) => {
  const world = startWorld(t);
  const services = [world.starts({ owner: "one", most: 50 }), world.starts({ owner: "two", most: 50 })];
  for (let n = 0; n < 40; n++)
    await services[n % 2]?.schedules.create(asked({ scheduleId: `s${n}`, callbackUrl: null }));
  assert.equal(await world.lives(HOUR + MINUTE), 40);
  const outcomes = world.store.schedules.map(({ lastRun }) => lastRun?.outcome);
  assert.deepEqual(new Set(outcomes), new Set(["completed"]));
  assert.equal(new Set(world.records.saved.map(({ callId }) => callId)).size, 40, "calls on record");
});

test("two controllers that are notified of the same run ring once", async (t) => {
  const world = startWorld(t);
  const services = [world.starts({ owner: "one" }), world.starts({ owner: "two" })];
  await services[0]?.schedules.create(asked({ recurring: "daily" }));
  await world.passes(HOUR - 1_000);
  world.stepsClock(1_000);
  for (const { onDue } of services) for (let n = 0; n < 3; n++) onDue("s", NINE);
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.schedule().nextAt, NINE + DAY);
});
