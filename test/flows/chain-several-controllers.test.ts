import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ChainResult } from "../../src/calls/tasks/report-chain.js";
import type { ChainPlan } from "../../src/records/chain.js";
import { isBusy, newChain, standing } from "../support/fakes/chains.js";
import { Life } from "../support/fakes/mortal.js";
import { LEASE_MS, MINUTE, startWorld } from "../support/fakes/scheduling.js";

/** By then a controller has read the chain again. */
const READ_MS = 2_000;

/**
 * A chain of five, two at a time, whose controller leaves once they ring. The first one is busy, and the telephone that rings in
 * its place is another controller's.
 */
async function ringAtTwo(t: TestContext, plan: Partial<ChainPlan> = {}) {
  const world = startWorld(t);
  world.maxStepMs = LEASE_MS / 6;
  const leaving = world.starts({ owner: "leaving" });
  const life = new Life();
  const next = world.starts({ owner: "next", life });
  await leaving.chains.start(newChain({ plan: { atOnce: 2, ...plan } }));
  await world.settles();
  const [first, second] = world.callees.splice(0);
  assert.ok(first && second);
  second.rings();
  leaving.scheduler.leave();
  isBusy(first);
  await world.passes(10_000);
  const [third] = world.callees.splice(0);
  assert.ok(third);
  third.rings();
  await world.settles();
  const liveAt = ({ liveCalls }: typeof next) => [...liveCalls].map(({ call }) => call.record.extension);
  assert.deepEqual([liveAt(leaving), liveAt(next)], [["102"], ["103"]]);
  return { world, leaving, next, life, second, third };
}

test("a telephone stops ringing when someone answers one that another controller rings", async (t) => {
  const { world, second, third } = await ringAtTwo(t, { until: "answered" });
  const line = third.answers();
  await world.passes(READ_MS);
  assert.ok(second.request.scope.ending, "it stops while the other is still being spoken to");
  assert.equal(third.request.scope.ending, undefined);
  line.plays();
  await world.settles();
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 busy", "102 cancelled", "103 reached"] });
  assert.deepEqual([...world.sent.keys()], ["msg_chain-1"]);
});

test("a telephone stops ringing even if the other controller dies as soon as it has noted the answer", async (t) => {
  const { world, life, second, third } = await ringAtTwo(t, { until: "answered" });
  life.dieAt("schedules.replaceSchedule", "after");
  third.answers();
  await world.passes(READ_MS);
  assert.ok(life.dead);
  assert.ok(second.request.scope.ending);
});

test("someone who listens at one controller is hung up on only when the chain is over at the other", async (t) => {
  const { world, second, third } = await ringAtTwo(t);
  second.answers();
  const line = third.answers();
  await world.settles();
  line.presses("1");
  line.plays();
  await world.passes(READ_MS);
  assert.equal(second.request.scope.ending, undefined, "goodbye is still said to the other");
  line.plays();
  await world.passes(READ_MS);
  assert.ok(second.request.scope.ending);
  assert.equal(standing(world).status, "reached");
  assert.equal(world.sent.size, 1);
});

test("a chain that is cancelled at one controller stops ringing at the other, before and after it is answered", async (t) => {
  const { world, next, second, third } = await ringAtTwo(t);
  third.answers();
  await world.settles();
  await next.chains.cancel("chain-1");
  await world.passes(READ_MS);
  assert.ok(second.request.scope.ending && third.request.scope.ending);
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.equal(standing(world).status, "cancelled");
  assert.equal(world.sent.size, 1);
});

for (const isAnswered of [false, true]) {
  const when = isAnswered ? "in progress" : "ringing";
  test(`a chain that is cancelled while a call is ${when} elsewhere is reported with the final record of the call`, async (t) => {
    const world = startWorld(t);
    world.maxStepMs = LEASE_MS / 6;
    const [here, elsewhere] = [world.starts({ owner: "here" }), world.starts({ owner: "elsewhere" })];
    await elsewhere.chains.start(newChain());
    await world.settles();
    const [callee] = world.callees.splice(0);
    assert.ok(callee);
    callee.rings();
    await world.settles();
    if (isAnswered) callee.answers();
    await world.passes(10_000);
    assert.deepEqual([here.liveCalls.count, elsewhere.liveCalls.count], [0, 1]);
    const cancelled = here.chains.cancel("chain-1");
    await world.passes(READ_MS);
    await cancelled;
    assert.ok(callee.request.scope.ending);
    const { status, duration_seconds } = world.sent.get("msg_chain-1") as ChainResult;
    const record = await world.records.findCall("chain-1-1");
    assert.ok(record?.endedAt);
    assert.equal(status, "cancelled");
    assert.equal(record.status, status);
    assert.equal(duration_seconds, record.answeredAt === null ? 0 : (record.endedAt - record.answeredAt) / 1_000);
    assert.equal(duration_seconds >= 10, isAnswered);
  });
}
