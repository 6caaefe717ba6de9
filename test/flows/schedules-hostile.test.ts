import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, DAILY, DAY, HOUR, MINUTE, START, startWorld } from "../support/fakes/timetable.js";

const NINE = START + HOUR;

test("going on with what is not paused, again and again, fills the store with nothing", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  for (let n = 0; n < 20; n++) await schedules.resume("s");
  assert.equal(world.alarm.set_.length, 1);
});

test("skipping while the time of a paused schedule passes by leaves out the run that is shown as the next", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await schedules.pause("s");
  await world.passes(2 * HOUR);
  const [shown] = (await schedules.preview("s", 1)) ?? [];
  assert.equal(shown, NINE + DAY);
  await schedules.skip("s");
  assert.deepEqual([world.schedule().nextAt, world.lastRun()?.at], [NINE + 2 * DAY, NINE + DAY]);
});

test("a run that was asked for is told as the latest although the next one is to be left out", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await schedules.skip("s");
  await schedules.runNow("s", "now");
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
  assert.equal(await world.lives(HOUR), 0, "the one that is left out");
});
