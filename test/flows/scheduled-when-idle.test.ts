import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, HOUR, LATENESS_MS, MINUTE, startWorld } from "../support/fakes/scheduling.js";

test("a call that waits for its telephone rings as soon as that is free, once, and its tool runs only then", async (t) => {
  const world = startWorld(t);
  const { schedules, dialler } = world.starts();
  dialler.states.set("100", "busy");
  await schedules.create(asked({ whenIdle: true, message: null, tool: "WEATHER" }));
  assert.equal(await world.lives(HOUR + 2 * MINUTE), 0);
  assert.equal(world.tools.runs, 0);
  dialler.states.set("100", "free");
  assert.equal(await world.lives(10_000), 1);
  assert.equal(await world.lives(HOUR), 0);
  assert.deepEqual([world.lastRun()?.outcome, world.tools.runs], ["completed", 1]);
});

test("a call whose telephone is in use for too long is missed, with the reason", async (t) => {
  const world = startWorld(t);
  const { schedules, dialler } = world.starts();
  dialler.states.set("100", "busy");
  await schedules.create(asked({ whenIdle: true }));
  assert.equal(await world.lives(HOUR + LATENESS_MS + MINUTE), 0);
  assert.deepEqual([world.lastRun()?.outcome, world.lastRun()?.error], ["missed", "The telephone is in use."]);
  dialler.states.set("100", "free");
  assert.equal(await world.lives(HOUR), 0);
});

for (const state of ["unknown", "unreachable", "free"] as const) {
  test(`a call that waits for its telephone is placed in time when that is ${state}`, async (t) => {
    const world = startWorld(t);
    const { schedules, dialler } = world.starts();
    dialler.states.set("100", state);
    await schedules.create(asked({ whenIdle: true }));
    assert.equal(await world.lives(HOUR + 1_000), 1);
  });
}

test("a telephone in use is called all the same unless it is to be waited for", async (t) => {
  const world = startWorld(t);
  const { schedules, dialler } = world.starts();
  dialler.states.set("100", "busy");
  await schedules.create(asked());
  assert.equal(await world.lives(HOUR + 1_000), 1);
});
