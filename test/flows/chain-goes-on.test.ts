import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChainResult } from "../../src/calls/tasks/report-chain.js";
import { answers, isAway, livesUntilReached, newChain, rung, standing } from "../support/fakes/chains.js";
import { HOUR, LATENESS_MS, MINUTE, startWorld, type World } from "../support/fakes/scheduling.js";

const OBSTACLE = "The PBX is away.";
const errorsIn = (world: World) => world.schedule("chain-1").progress?.steps.map(({ error }) => error);

test("a number that cannot be called in time counts as called, and the next one is called", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  service.obstacle = OBSTACLE;
  await service.chains.start(newChain());
  await world.passes(LATENESS_MS + 1_000);
  assert.equal(world.callees.length, 0);
  service.obstacle = undefined;
  await world.passes(6_000);
  assert.equal(await rung(world, answers(world, "1")), "102");
  await world.settles();
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 missed", "102 reached"] });
  assert.deepEqual(errorsIn(world), [OBSTACLE, null]);
  const { steps, status } = world.sent.get("msg_chain-1") as ChainResult;
  assert.deepEqual([status, steps.map(({ error }) => error)], ["completed", [OBSTACLE, null]]);
});

test("a chain of which no number could be called in time is missed, once", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  service.obstacle = OBSTACLE;
  await service.chains.start(newChain({ plan: { extensions: ["101", "102"] } }));
  await world.passes(2 * LATENESS_MS + 10_000);
  service.obstacle = undefined;
  assert.equal(await world.lives(HOUR), 0);
  assert.deepEqual(standing(world), { status: "missed", steps: ["101 missed", "102 missed"] });
  const { chain_status, status, error } = world.sent.get("msg_chain-1") as ChainResult;
  assert.deepEqual([chain_status, status, error], ["missed", "missed", OBSTACLE]);
  assert.equal(world.sent.size, 1);
});

test("turns pass while the service does not run: a chain of yesterday calls no one", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ place: "here" });
  await service.chains.start(newChain());
  await world.settles();
  assert.equal(await rung(world, isAway), "101");
  service.life.kill();
  world.sleeps(14 * HOUR);
  world.starts({ place: "here" });
  world.callees.length = 0;
  assert.equal(await world.lives(HOUR), 0);
  const { status, steps } = standing(world);
  assert.deepEqual([status, steps[0], steps.at(-1)], ["not_reached", "101 no_answer", "105 missed"]);
  assert.equal(world.sent.size, 1);
});

test("turns pass while the service does not run: the one whose turn it is by then is called", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ place: "here" });
  service.obstacle = OBSTACLE;
  await service.chains.start(newChain());
  await world.settles();
  service.life.kill();
  world.sleeps(2 * LATENESS_MS + MINUTE);
  world.starts({ place: "here" });
  assert.deepEqual(await livesUntilReached(world, ["103"], 2 * MINUTE), ["103"]);
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 missed", "102 missed", "103 reached"] });
});

test("a chain that was begun before the store was restored calls no one else", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ place: "here" });
  await service.chains.start(newChain());
  await world.settles();
  assert.equal(await rung(world, isAway), "101");
  await rung(world, isAway);
  service.life.kill();
  world.sleeps(1_000);
  world.callees.length = 0;
  world.store.unknownBeforeAt = world.now - 500;
  world.starts({ place: "here" });
  assert.equal(await world.lives(2 * HOUR), 0, "any of them may have been called since the backup");
  assert.equal(standing(world).status, "not_reached");
});

test("a number that refuses calls counts as called, its step names the rule, and the next one is called", async (t) => {
  const world = startWorld(t);
  const { chains, callControl } = world.starts();
  await world.unwanted.addDoNotCall({ number: "102", addedAt: world.now, client: null, reason: null });
  await chains.start(newChain());
  await world.settles();
  assert.deepEqual(await livesUntilReached(world, ["103"], 2 * MINUTE), ["101", "103"]);
  assert.deepEqual(standing(world), {
    status: "reached",
    steps: ["101 no_answer", "102 failed", "103 reached"],
  });
  const error = errorsIn(world)?.[1] ?? "";
  assert.match(error, /do-not-call/i);
  assert.equal((await callControl.find("chain-1-2"))?.error, error);
});
