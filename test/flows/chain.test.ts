import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewChain } from "../../src/scheduling/chains.js";
import { MINUTE, startWorld, type World } from "../support/fakes/scheduling.js";

/** Five people, of whom each is called once. */
function five({ plan = {}, ...more }: Partial<Omit<NewChain, "plan">> & { readonly plan?: object } = {}): NewChain {
  return {
    chainId: "chain",
    plan: {
      extensions: ["101", "102", "103", "104", "105"],
      ...{ until: "acknowledged", rounds: 1, pauseMs: 30_000, atOnce: 1, retry: {}, choice: null, scheduleId: null },
      ...plan,
    } as NewChain["plan"],
    message: "The pump has stopped.",
    callbackUrl: "http://receiver.test/",
    ringTimeoutMs: 30_000,
    ...more,
  };
}

/** The callee who is rung now; there must be exactly one. */
function rung(world: World): World["callees"][number] {
  const all = world.callees.splice(0);
  assert.equal(all.length, 1, "telephones that ring");
  return all[0] as World["callees"][number];
}

const numberOf = (callee: World["callees"][number]) => callee.request.number;

async function declines(world: World): Promise<string> {
  const callee = rung(world);
  callee.declines("no_answer", "The call was not answered.");
  await world.settles();
  return numberOf(callee);
}

/** Answers, hears everything and presses one. */
async function acknowledges(world: World): Promise<string> {
  const callee = rung(world);
  callee.rings();
  await world.settles();
  const line = callee.answers();
  await world.settles();
  line.presses("1");
  for (let i = 0; i < 3; i++) {
    line.plays();
    await world.settles();
  }
  return numberOf(callee);
}

test("a chain of five of whom the third acknowledges rings three, and reports once", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  const ended: string[] = [];
  chains.onEnd(async ({ progress }) => void ended.push(progress.status));
  await chains.start(five());
  await world.settles();
  assert.equal(await declines(world), "101");
  assert.equal(await declines(world), "102");
  assert.equal(await acknowledges(world), "103");
  assert.equal(await world.lives(10 * MINUTE), 0, "further telephones");
  const progress = world.schedule("chain").progress;
  assert.ok(progress);
  assert.deepEqual(
    progress.steps.map(({ outcome }) => outcome),
    ["no_answer", "no_answer", "reached"],
  );
  assert.equal(progress.status, "reached");
  assert.deepEqual([...world.sent.keys()], ["msg_chain"]);
  assert.deepEqual(ended, ["reached"]);
});
