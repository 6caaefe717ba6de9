import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, DAILY, DAY, HOUR, MINUTE, START, startWorld } from "../support/fakes/timetable.js";

const NINE = START + HOUR;

test("a call rings when it is due, once, and its schedule is over", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  assert.equal(await world.lives(HOUR - 1_000), 0);
  assert.equal(await world.lives(MINUTE), 1);
  assert.deepEqual(world.lastRun(), { outcome: "completed", at: NINE, error: null });
  assert.equal(world.schedule().nextAt, null);
  assert.equal(await world.lives(2 * HOUR), 0);
  assert.deepEqual(
    world.store.occurrences.map(({ state, outcome }) => [state, outcome]),
    [["over", "completed"]],
  );
  assert.deepEqual(
    [...world.sent.values()].map(({ status, error }) => [status, error]),
    [["completed", null]],
  );
  assert.deepEqual([...world.traces.values()], [], "what Asterisk remembers");
});

test("a daily call rings every day, and what was scheduled last stands in its list", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  for (const day of [0, 1, 2]) {
    assert.equal(await world.lives(day === 0 ? HOUR + MINUTE : DAY), 1);
    assert.deepEqual([world.lastRun()?.at, world.schedule().nextAt], [NINE + day * DAY, NINE + (day + 1) * DAY]);
  }
});
