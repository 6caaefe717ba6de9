import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ChainResult } from "../../src/calls/tasks/report-chain.js";
import {
  answers,
  hangsUp,
  isAway,
  isBusy,
  livesUntilReached,
  newChain,
  rung,
  standing,
} from "../support/fakes/chains.js";
import { asked, HOUR, MINUTE, startWorld } from "../support/fakes/scheduling.js";

/** Starts a chain; the first telephone rings. */
async function startRinging(t: TestContext) {
  const world = startWorld(t);
  const { chains, callControl } = world.starts();
  await chains.start(newChain());
  await world.settles();
  const [callee] = world.callees.splice(0);
  callee?.rings();
  await world.settles();
  return { world, chains, callControl, callee };
}

test("people are called in a chain however many schedules there are", async (t) => {
  const world = startWorld(t);
  const { chains, schedules } = world.starts({ maxSchedules: 1 });
  await schedules.create(asked());
  await assert.rejects(schedules.create(asked({ scheduleId: "s2" })), { code: "schedules_full" });
  await chains.start(newChain());
  await world.settles();
  assert.equal(await rung(world, answers(world, "1")), "101");
});

test("a chain of five of whom the third acknowledges rings three, and reports once", async (t) => {
  const world = startWorld(t);
  const { chains, callControl } = world.starts();
  const ended: string[] = [];
  chains.onEnd(async ({ progress }) => void ended.push(progress.status));
  await chains.start(newChain());
  await world.settles();
  assert.equal(await rung(world, isAway), "101");
  assert.equal(await rung(world, hangsUp(world)), "102");
  assert.equal(await rung(world, answers(world, "1")), "103");
  assert.equal(await world.lives(2 * MINUTE), 0, "further telephones");
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 no_answer", "102 declined", "103 reached"] });
  assert.deepEqual([...world.sent.keys()], ["msg_chain-1"]);
  const result = world.sent.get("msg_chain-1") as ChainResult;
  assert.deepEqual(
    [result.call_id, result.extension, result.status, result.choice_response, result.chain_id, result.chain_status],
    ["chain-1-3", "103", "completed", "acknowledged", "chain-1", "reached"],
  );
  assert.deepEqual(ended, ["reached"]);
  const { items } = await callControl.list({ limit: 10 });
  assert.deepEqual(
    items.map(({ callId, chainId }) => [callId, chainId]).sort(),
    [1, 2, 3].map((n) => [`chain-1-${n}`, "chain-1"]),
  );
});

test("a chain that reaches nobody calls all of them in each round, with a pause between the rounds", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  await chains.start(newChain({ plan: { extensions: ["101", "102"], rounds: 2 } }));
  await world.settles();
  assert.equal(await rung(world, isAway), "101");
  assert.equal(await rung(world, isBusy), "102");
  await world.passes(29_000);
  assert.equal(world.callees.length, 0, "during the pause");
  assert.deepEqual(await livesUntilReached(world, [], HOUR), ["101", "102"]);
  assert.deepEqual(standing(world), {
    status: "not_reached",
    steps: ["101 no_answer", "102 busy", "101 no_answer", "102 no_answer"],
  });
  const { status, chain_status, error } = world.sent.get("msg_chain-1") as ChainResult;
  assert.deepEqual([status, chain_status, error], ["no_answer", "not_reached", "The call was not answered."]);
});

test("telephones that ring side by side stop once somebody has acknowledged", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  await chains.start(newChain({ plan: { atOnce: 3 } }));
  await world.settles();
  const ringing = world.callees.splice(0);
  assert.deepEqual(
    ringing.map(({ request }) => request.number),
    ["101", "102", "103"],
  );
  const [first, second, third] = ringing;
  if (first) isBusy(first);
  await world.settles();
  assert.equal(world.callees.length, 1, "the fourth is called in the place of the first");
  if (second) await answers(world, "1")(second);
  await world.settles();
  assert.ok(third?.request.scope.ending, "the third is let go of");
  assert.ok(world.callees[0]?.request.scope.ending, "the fourth is let go of");
  assert.deepEqual(standing(world), {
    status: "reached",
    steps: ["101 busy", "102 reached", "103 cancelled", "104 cancelled"],
  });
  assert.equal(world.sent.size, 1);
});

test("a chain that is cancelled hangs up, calls nobody else, and reports once", async (t) => {
  const { world, chains, callee } = await startRinging(t);
  assert.equal((await chains.cancel("chain-1"))?.progress.status, "cancelled");
  await world.settles();
  assert.ok(callee?.request.scope.ending);
  assert.equal((await chains.cancel("chain-1"))?.progress.status, "cancelled");
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.deepEqual(standing(world), { status: "cancelled", steps: ["101 cancelled"] });
  assert.equal(world.sent.size, 1);
});

for (const isAnswered of [false, true]) {
  const when = isAnswered ? "in progress" : "ringing";
  test(`the report of a chain that is cancelled while a call is ${when} has the final record of the call`, async (t) => {
    const { world, chains, callControl, callee } = await startRinging(t);
    if (isAnswered) callee?.answers();
    await world.settles();
    world.stepsClock(7_000);
    await chains.cancel("chain-1");
    await world.settles();
    const { status, duration_seconds } = world.sent.get("msg_chain-1") as ChainResult;
    assert.deepEqual([status, duration_seconds], ["cancelled", isAnswered ? 7 : 0]);
    assert.equal((await callControl.find("chain-1-1"))?.status, status);
  });
}

test("the report of a cancelled chain does not wait long for a call that cannot be hung up", async (t) => {
  const { world, chains, callee } = await startRinging(t);
  callee?.request.scope.onEnd(() => new Promise(() => {}));
  const cancelled = chains.cancel("chain-1");
  await world.passes(4_000);
  await cancelled;
  assert.equal(world.sent.get("msg_chain-1")?.status, "cancelled");
});

test("a number is called again after the pauses that were asked for, by how the call before ended", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  const retry = { busy: [MINUTE, 5 * MINUTE], no_answer: [2 * MINUTE] };
  await chains.start(newChain({ plan: { extensions: ["101"], until: "answered", retry } }));
  await world.settles();
  const times: number[] = [];
  for (const act of [isBusy, isAway, isBusy, answers(world)]) {
    while (world.callees.length === 0) await world.passes(1_000);
    times.push(Math.round((world.now - (world.schedule("chain-1").createdAt ?? 0)) / MINUTE));
    await rung(world, act);
  }
  assert.deepEqual(times, [0, 1, 3, 8]);
  assert.equal(standing(world).status, "reached");
  assert.equal(await world.lives(2 * MINUTE), 0);
});

test("a number is not called again when its pauses are used up", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  await chains.start(newChain({ plan: { extensions: ["101"], until: "answered", retry: { busy: [MINUTE] } } }));
  await world.settles();
  await rung(world, isBusy);
  await world.passes(MINUTE);
  await world.passes(1_000);
  await rung(world, isBusy);
  assert.equal(await world.lives(2 * MINUTE), 0);
  assert.deepEqual(standing(world), { status: "not_reached", steps: ["101 busy", "101 busy"] });
});

test("an answer that was not asked for does not end a chain", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  const option = (value: string, key: string) => ({ value, key, synonyms: [] });
  const choice = {
    prompt: "Can you come?",
    options: [option("yes", "1"), option("no", "2")],
    timeoutMs: 5_000,
    attempts: 1,
    dtmfEarly: true,
  };
  await chains.start(newChain({ plan: { extensions: ["101", "102"], until: ["yes"], choice } }));
  await world.settles();
  assert.equal(await rung(world, answers(world, "2")), "101");
  assert.equal(await rung(world, answers(world, "1")), "102");
  assert.deepEqual(standing(world), { status: "reached", steps: ["101 declined", "102 reached"] });
});

test("a chain to a number that may not be dialled calls nobody", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts({ deny: [/^103$/] });
  await assert.rejects(chains.start(newChain()), /The number 103 may not be dialled/);
  assert.equal(await world.lives(MINUTE), 0);
  assert.equal(world.store.schedules.length, 0);
});

test("what hears of the end of chains is asked again until it has heard", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  let heard = 0;
  chains.onEnd(async () => {
    if (++heard < 3) throw new Error("not now");
  });
  await chains.start(newChain({ plan: { extensions: ["101"] } }));
  await world.settles();
  await rung(world, answers(world, "1"));
  await world.passes(MINUTE);
  assert.equal(heard, 3);
  assert.equal(world.sent.size, 1);
  assert.equal(world.schedule("chain-1").nextAt, null);
});

test("clients see no chain among the schedules, and cannot remove it there", async (t) => {
  const world = startWorld(t);
  const { chains, schedules } = world.starts();
  await chains.start(newChain());
  assert.deepEqual((await schedules.list({ limit: 10, status: "all" })).items, []);
  assert.equal(await schedules.find("chain-1"), undefined);
  assert.equal(await schedules.cancel("chain-1"), undefined);
  assert.equal((await chains.find("chain-1"))?.progress.status, "in_progress");
});

test("a schedule with several numbers begins a chain when it is due", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const { plan } = newChain({ plan: { extensions: ["101", "102"] } });
  await schedules.create(asked({ extension: "101", chain: plan, recurring: "daily" }));
  assert.equal((await schedules.find("s"))?.progress, undefined);
  await world.passes(HOUR - 1_000);
  assert.deepEqual(await livesUntilReached(world, ["102"], MINUTE), ["101", "102"]);
  await world.settles();
  const { outcome, callId } = world.schedule().lastRun ?? {};
  assert.equal(outcome, "chained");
  const chainId = String(callId).replace(/-1$/, "");
  assert.deepEqual(standing(world, chainId), { status: "reached", steps: ["101 no_answer", "102 reached"] });
  assert.deepEqual(
    [...world.sent].map(([id, { schedule_id, chain_id }]) => [id, schedule_id, chain_id]),
    [[`msg_${chainId}`, "s", chainId]],
  );
});

test("chains and their calls are counted once by how they ended, with the time until someone was reached", async (t) => {
  const world = startWorld(t);
  const services = [world.starts(), world.starts({ owner: "other" })];
  const [{ chains }] = services as [(typeof services)[0]];
  await chains.start(newChain());
  await world.settles();
  assert.equal(await rung(world, isBusy), "101");
  await world.passes(20_000);
  assert.equal(await rung(world, answers(world, "1")), "102");
  await chains.start(newChain({ chainId: "chain-2" }));
  await world.settles();
  await chains.cancel("chain-2");
  await world.lives(MINUTE);
  const bodies = await Promise.all(services.map(({ metrics }) => metrics.render()));
  const all = bodies.flatMap(({ body }) =>
    [...body.matchAll(/^(test_chain\S+) (?!0$)(\S+)$/gm)].map((row) => row.slice(1)),
  );
  const counted = all.filter(([name = ""]) => name.includes("total"));
  assert.deepEqual(counted.sort(), [
    ['test_chain_calls_total{outcome="busy"}', "1"],
    ['test_chain_calls_total{outcome="cancelled"}', "1"],
    ['test_chain_calls_total{outcome="reached"}', "1"],
    ['test_chains_total{outcome="cancelled"}', "1"],
    ['test_chains_total{outcome="reached"}', "1"],
  ]);
  const seconds = Number(all.find(([name]) => name === "test_chain_reached_seconds_sum")?.[1]);
  assert.ok(seconds >= 20 && seconds < 25, `${seconds} s`);
});

test("chains are listed, those with a call to come first, and no other schedules", async (t) => {
  const world = startWorld(t);
  const { chains, schedules } = world.starts();
  await schedules.create(asked({ scheduleId: "no-chain" }));
  for (const chainId of ["over", "waits", "rings"]) {
    await chains.start(newChain({ chainId, plan: { extensions: ["101"], rounds: chainId === "waits" ? 2 : 1 } }));
    await world.settles();
    if (chainId !== "rings") await rung(world, isAway);
    await world.passes(1_000);
  }
  const { items } = await chains.list({ limit: 10 });
  assert.deepEqual(
    items.map(({ scheduleId, progress }) => `${scheduleId} ${progress.status}`),
    ["waits in_progress", "rings in_progress", "over not_reached"],
  );
});
