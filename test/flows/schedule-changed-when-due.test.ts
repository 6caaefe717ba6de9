import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { hasCode } from "../../src/kernel/errors.js";
import { Life } from "../support/fakes/mortal.js";
import { asked, DAILY, HOUR, MINUTE, START, startWorld } from "../support/fakes/scheduling.js";

const NINE = START + HOUR;
const at = (time: string) => ({ when: { kind: "time", time, date: null }, recurring: null, timeZone: "UTC" }) as const;

/** What a taker of a due run does in the store and in Asterisk, in this order. */
const TAKING = [
  "schedules.findSchedule",
  "schedules.addOccurrence",
  "schedules.replaceSchedule",
  "calls.saveCall",
  "intents.record",
  "schedules.moveOccurrence",
  "dialler.dial",
];
const CHANGES = {
  moved: { plan: at("10:00") },
  reworded: { said: { message: "Lunch is ready.", tool: null, toolParams: {}, prefix: "", suffix: "" } },
} as const;

/** A one-time call that one controller begins to carry out at nine, and another one changes at that moment. */
async function meets(t: TestContext, step: string, change: keyof typeof CHANGES | "skipped", dies: boolean) {
  const world = startWorld(t);
  const taker = world.starts({ owner: "taker", life: new Life() });
  await taker.schedules.create(asked());
  const changer = world.starts({ owner: "changer", life: new Life() });
  taker.life.freezeAt(step);
  changer.life.freezeAt("schedules.dueSchedules"); // It finds nothing due by itself, until it is let go on.
  await world.passes(HOUR);
  taker.onDue("s", NINE);
  await world.settles();
  assert.equal(world.callees.length, 0);

  changer.life.thaw();
  const changing = change === "skipped" ? changer.schedules.skip("s") : changer.schedules.update("s", CHANGES[change]);
  const outcome = await changing.then(
    () => change,
    (error: unknown) => (assert.ok(hasCode(error, "schedule_over"), String(error)), "too late" as const),
  );
  if (dies) taker.life.kill();
  else taker.life.thaw();
  const first = await world.lives(30 * MINUTE);
  const second = await world.lives(HOUR);
  return { outcome, rung: [first, second], spoken: world.spoken };
}

for (const change of ["moved", "skipped", "reworded"] as const) {
  for (const step of TAKING) {
    for (const dies of [false, true]) {
      const what = `a call that is ${change} as its controller ${dies ? "dies" : "stands still"} at ${step}`;
      test(`${what} rings as often as promised`, async (t) => {
        const { outcome, rung, spoken } = await meets(t, step, change, dies);
        const expected = { moved: [0, 1], skipped: [0, 0], reworded: [1, 0], "too late": [1, 0] }[outcome];
        assert.deepEqual([outcome, ...rung], [outcome, ...expected]);
        if (outcome === "reworded") assert.ok(spoken.includes("Lunch is ready."), spoken.join(" "));
      });
    }
  }
}

for (const step of ["schedules.findSchedule", "schedules.replaceSchedule"]) {
  test(`a call that comes due while a change of its time stands still at ${step} rings once, then or at the new time`, async (t) => {
    const world = startWorld(t);
    const changer = world.starts({ owner: "changer", life: new Life() });
    await changer.schedules.create(asked());
    world.starts({ owner: "taker" });
    await world.passes(HOUR - 1_000);
    changer.life.freezeAt(step);
    const changing = changer.schedules.update("s", { plan: at("10:00") }).then(
      () => "moved",
      (error: unknown) => hasCode(error, "schedule_over") && "too late",
    );
    await world.settles();
    const first = await world.lives(10_000);
    changer.life.thaw();
    await world.settles();
    assert.deepEqual([await changing, first], ["too late", 1]);
    assert.equal(await world.lives(2 * HOUR), 0);
  });
}

test("a daily call that is moved away and back rings at its time", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await world.passes(HOUR - 5_000);
  await schedules.update("s", { plan: at("10:00") });
  assert.equal(world.schedule().replacedRun, NINE);
  await schedules.update("s", { plan: at("09:00") });
  assert.equal(world.schedule().replacedRun, undefined);
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(await world.lives(2 * HOUR), 0);
});
