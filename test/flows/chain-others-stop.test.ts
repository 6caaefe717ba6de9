import assert from "node:assert/strict";
import { test } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import type { CallRecord } from "../../src/records/call-record.js";
import { seemsToReach } from "../../src/scheduling/chain-machine.js";
import { answers, eachRung, isBusy, newChain, rung, standing } from "../support/fakes/chains.js";
import { MINUTE, startWorld, type World } from "../support/fakes/scheduling.js";

/** A chain whose first three telephones ring. */
async function threeRing(world: World, plan: Parameters<typeof newChain>[0] = {}) {
  const { chains } = world.starts();
  await chains.start(newChain({ ...plan, plan: { atOnce: 3, ...plan.plan } }));
  await world.settles();
  const [first, second, third] = world.callees.splice(0);
  assert.ok(first && second && third);
  for (const callee of [first, second, third]) callee.rings();
  await world.settles();
  return { first, second, third };
}

test("telephones stop ringing when someone answers, while they are still being spoken to", async (t) => {
  const world = startWorld(t);
  const { first, second, third } = await threeRing(world, { plan: { until: "answered" } });
  const line = second.answers();
  await world.settles();
  assert.ok(first.request.scope.ending && third.request.scope.ending, "the others stop");
  assert.equal(second.request.scope.ending, undefined, "the call goes on");
  assert.equal(world.callees.length, 0, "no further one is called");
  assert.equal(world.sent.size, 0);
  line.plays();
  await world.settles();
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 cancelled", "102 reached", "103 cancelled"] });
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.deepEqual([...world.sent.keys()], ["msg_chain-1"]);
});

test("telephones ring on while someone listens, and stop when they acknowledge, not when they hang up", async (t) => {
  const world = startWorld(t);
  const { first, second, third } = await threeRing(world);
  const line = second.answers();
  await world.settles();
  assert.equal(first.request.scope.ending ?? third.request.scope.ending, undefined, "no one has acknowledged yet");
  line.presses("1");
  line.plays();
  await world.settles();
  assert.ok(first.request.scope.ending && third.request.scope.ending, "the others stop");
  assert.equal(second.request.scope.ending, undefined, "goodbye is still said");
  line.plays();
  await world.settles();
  assert.equal(standing(world).status, "reached");
  assert.equal(world.sent.size, 1);
});

test("a chain that winds down stops the telephones that ring, lets the answered one be, and calls no one after it", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  await chains.start(newChain({ plan: { atOnce: 3, rounds: 2, retry: { busy: [1_000] } } }));
  await world.settles();
  const [first, second, third] = world.callees.splice(0);
  assert.ok(first && second && third);
  first.rings();
  second.rings();
  await world.settles();
  second.answers();
  await world.settles();
  await chains.windDown("chain-1", "ops resolved the alert.");
  await chains.windDown("chain-1");
  await world.passes(1_000);
  assert.ok(first.request.scope.ending && third.request.scope.ending, "the others stop");
  assert.equal(second.request.scope.ending, undefined, "the answered one goes on");
  second.request.scope.end(new Ending("hung_up"));
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.deepEqual(standing(world), {
    status: "not_reached",
    steps: ["101 cancelled", "102 declined", "103 cancelled"],
  });
  assert.equal(world.schedule("chain-1").progress?.error, "ops resolved the alert.");
  assert.equal(world.sent.size, 1);
});

test("telephones that stopped are called again when the call that was answered breaks off", async (t) => {
  const world = startWorld(t);
  const { second } = await threeRing(world, { plan: { until: "answered" } });
  second.answers();
  await world.settles();
  second.breaks();
  await world.settles();
  assert.deepEqual(
    world.callees.filter(({ request }) => !request.scope.ending).map(({ request }) => request.number),
    ["101", "103", "104"],
  );
  await eachRung(world, isBusy);
  assert.equal(await rung(world, answers(world)), "105");
  const { status, steps } = standing(world);
  assert.equal(status, "reached");
  assert.deepEqual([...steps].sort(), [
    "101 busy",
    "101 cancelled",
    "102 failed",
    "103 busy",
    "103 cancelled",
    "104 busy",
    "105 reached",
  ]);
  assert.equal(world.sent.size, 1);
});

test("someone who answers at the same moment is not hung up on", async (t) => {
  const world = startWorld(t);
  const { first, second, third } = await threeRing(world, { plan: { until: "answered" } });
  second.answers();
  third.answers();
  await world.settles();
  assert.ok(first.request.scope.ending);
  assert.equal(second.request.scope.ending ?? third.request.scope.ending, undefined);
});

test("a client that ends one call of a chain ends that call only", async (t) => {
  const world = startWorld(t);
  const { first, second, third } = await threeRing(world);
  second.request.scope.end();
  await world.settles();
  assert.equal(first.request.scope.ending ?? third.request.scope.ending, undefined);
});

test("a telephone that is about to be dialled when someone answers is not dialled", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts({ most: 2, queue: 5 });
  await chains.start(newChain({ plan: { atOnce: 3, until: "answered" } }));
  await world.settles();
  assert.equal(world.callees.length, 2, "the third waits for a line");
  const [first] = world.callees.splice(0);
  first?.rings();
  await world.settles();
  const line = first?.answers();
  await world.settles();
  assert.equal(world.callees.length, 0);
  line?.plays();
  await world.settles();
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 reached", "102 cancelled", "103 cancelled"] });
});

test("a chain whose service dies while someone is spoken to and the others have stopped rings no one again", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ place: "here" });
  await service.chains.start(newChain({ plan: { atOnce: 3, until: "answered" } }));
  await world.settles();
  const [first, second] = world.callees.splice(0);
  second?.rings();
  await world.settles();
  second?.answers();
  await world.settles();
  assert.ok(first?.request.scope.ending);
  const channelId = second?.request.channelId ?? "";
  world.waiting.add(channelId);
  service.life.kill();
  world.sleeps(2_000);
  const next = world.starts({ place: "here" });
  await world.settles();
  const line = await next.comesBack(channelId);
  for (let i = 0; i < 5; i++) {
    line.plays();
    await world.settles();
  }
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.equal(standing(world).status, "reached");
  assert.deepEqual([...world.sent.keys()], ["msg_chain-1"]);
});

test("who seems to be reached is a person; outside the PBX only once that is known", () => {
  const call = (record: object) => ({ answeredAt: 1, extension: "+4930123456", ...record }) as CallRecord;
  for (const [record, expected] of [
    [{ answeredAt: null }, false],
    [{}, false],
    [{ answeredBy: "human" }, true],
    [{ answeredBy: "machine" }, false],
    [{ answeredBy: "menu" }, false],
    [{ answeredBy: "unknown" }, false],
    [{ extension: "101" }, true],
    [{ extension: "101", answeredBy: "machine" }, false],
  ] as const) {
    assert.equal(seemsToReach(call(record), "answered"), expected, JSON.stringify(record));
  }
  const acknowledged = { choiceStatus: "matched", choiceResponse: "yes" };
  assert.equal(seemsToReach(call({ answeredBy: "human" }), "acknowledged"), false);
  assert.equal(seemsToReach(call(acknowledged), "acknowledged"), true);
  assert.equal(seemsToReach(call(acknowledged), ["no"]), false);
  assert.equal(seemsToReach(call({ ...acknowledged, answeredBy: "machine" }), ["yes"]), false);
});
