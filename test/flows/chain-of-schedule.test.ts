import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { answers, eachRung, isAway, isBusy, newChain, rung, standing } from "../support/fakes/chains.js";
import { asked, DAY, HOUR, MINUTE, startWorld } from "../support/fakes/scheduling.js";

/** A daily call to two people whose run has just begun. */
async function startRun(t: TestContext, more: Parameters<typeof newChain>[0] = {}) {
  const world = startWorld(t);
  const { schedules, chains } = world.starts();
  const { plan } = newChain({ plan: { extensions: ["101", "102"], until: "answered", rounds: 5 }, ...more });
  await schedules.create(asked({ extension: "101", chain: plan, recurring: "daily" }));
  await world.passes(HOUR);
  await world.settles();
  const [run] = (await schedules.runs("s", 1)) ?? [];
  assert.equal(run?.outcome, "chained");
  return { world, schedules, chains, chainId: run.callId };
}

test("a schedule that is cancelled calls no one else in the run that it has begun", async (t) => {
  const { world, schedules, chainId } = await startRun(t);
  assert.equal(await rung(world, isAway), "101");
  assert.equal((await schedules.cancel("s"))?.scheduleId, "s");
  await world.passes(1_000);
  const [second] = world.callees.splice(0);
  assert.ok(second?.request.scope.ending, "what rings stops");
  assert.equal(await world.lives(DAY), 0);
  assert.deepEqual(standing(world, chainId), { status: "not_reached", steps: ["101 no_answer", "102 cancelled"] });
  assert.equal(world.schedule(chainId).progress?.error, "The schedule was cancelled.");
});

test("a schedule that is cancelled does not cut off who is spoken to in its run", async (t) => {
  const { world, schedules, chainId } = await startRun(t);
  const [first] = world.callees.splice(0);
  assert.ok(first);
  first.rings();
  await world.settles();
  const line = first.answers();
  await world.settles();
  await schedules.cancel("s");
  await world.passes(1_000);
  assert.equal(first.request.scope.ending, undefined);
  for (let i = 0; i < 3 && !first.request.scope.ending; i++) {
    line.plays();
    await world.settles();
  }
  assert.deepEqual(standing(world, chainId), { status: "reached", steps: ["101 reached"] });
});

test("a run between two calls ends at once when its schedule is cancelled", async (t) => {
  const plan = { extensions: ["101"], rounds: 1, retry: { busy: [3_600_000] } };
  const { world, schedules, chainId } = await startRun(t, { plan });
  assert.equal(await rung(world, isBusy), "101");
  await world.passes(MINUTE);
  assert.deepEqual(standing(world, chainId), { status: "in_progress", steps: ["101 busy", "101 null"] });
  await schedules.cancel("s");
  await world.settles();
  assert.deepEqual(standing(world, chainId), { status: "cancelled", steps: ["101 busy", "101 cancelled"] });
  assert.equal(await world.lives(DAY), 0);
  assert.equal(world.sent.size, 1);
});

test("a run whose schedule is cancelled before its chain is stored calls no one", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  const { plan } = newChain();
  await chains.start(newChain({ plan: { ...plan, scheduleId: "gone" } }));
  await world.passes(1_000);
  await eachRung(world, answers(world, "1"));
  const { status, steps } = standing(world);
  assert.ok(status !== "reached" && !steps.some((step) => step.endsWith("reached")), `${status} ${steps.join()}`);
  assert.equal(await world.lives(HOUR), 0);
});
