import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { FULL } from "../support/form.js";
import { livesUntilReached, newChain, standing } from "../support/fakes/chains.js";
import { Life } from "../support/fakes/mortal.js";
import { MINUTE, startWorld } from "../support/fakes/scheduling.js";

/** A chain of five of whom the third acknowledges, in a service that dies at one of its steps. @returns the steps it took */
async function dies(t: TestContext, atOnce: number, at?: number, when?: "before" | "after") {
  const world = startWorld(t);
  const life = new Life(at, when);
  const { chains } = world.starts({ life });
  void chains.start(newChain({ plan: { atOnce } })).catch(() => {});
  const rung = await livesUntilReached(world, ["103"], MINUTE);
  assert.ok(at === undefined || life.dead);
  life.kill();
  world.sleeps(5_000);
  const next = world.starts();
  if (world.store.schedules.length === 0) {
    assert.deepEqual(rung, [], "nobody is called before the chain is stored");
    await next.chains.start(newChain({ plan: { atOnce } })); // As the client does, who got no answer.
  }
  rung.push(...(await livesUntilReached(world, ["103"], 2 * MINUTE)));
  await world.passes(10_000);
  assert.ok(
    world.callees.every(({ request }) => request.scope.ending),
    "telephones that ring after its end",
  );
  const { status, steps } = standing(world);
  assert.deepEqual([...new Set(rung)].length, rung.length, `rung twice: ${rung.join(", ")}`);
  assert.deepEqual([...world.sent.keys()], ["msg_chain-1"], "webhooks");
  // A call that its service died in has failed, and the chain goes on with the next number.
  const isReached = steps.includes("103 reached");
  assert.equal(status, isReached ? "reached" : "not_reached", steps.join(", "));
  if (atOnce === 1) assert.deepEqual([rung.length, rung.includes("104")], [steps.length, !isReached]);
  assert.equal(world.schedule("chain-1").nextAt, null);
  assert.ok(world.store.occurrences.every(({ state }) => state === "over"));
  return life.steps;
}

const KEY_STEPS = ["schedules.addSchedule", "schedules.addOccurrence", "dialler.dial", "outbox.enqueue"];

/** How many telephones ring at a time, and on which side of a step the service dies. */
const KINDS = FULL
  ? ([1, 2] as const).flatMap((atOnce) => (["before", "after"] as const).map((when) => ({ atOnce, when })))
  : [{ atOnce: 1, when: "before" } as const];

for (const { atOnce, when } of KINDS) {
  test(`nobody is rung twice by a chain, ${atOnce} at a time, whose service dies ${when} a step, and it reports once`, async (t) => {
    let steps: readonly string[] = [];
    await t.test("undisturbed", async (t) => {
      steps = await dies(t, atOnce);
      t.diagnostic(steps.join(" "));
    });
    for (const [at, step] of steps.entries()) {
      // The full form has them all.
      if (!FULL && at % 4 !== 1 && !KEY_STEPS.includes(step)) continue;
      await t.test(`${when} step ${at}, ${step}`, (t) => dies(t, atOnce, at, when).then(() => {}));
    }
  });
}
