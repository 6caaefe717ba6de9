import assert from "node:assert/strict";
import { test } from "node:test";
import { isConversation } from "../../src/calls/live/live-calls.js";
import type { Schedule } from "../../src/records/schedule.js";
import { scheduleBody } from "../../src/http/schedules/schedule-body.js";
import { asked, DAILY, DAY, HOUR, MINUTE, START, startWorld } from "../support/fakes/scheduling.js";

const NINE = START + HOUR;
const PASTA = { seconds: 600, message: "The pasta is ready." };

test("resuming a schedule that is not paused, repeatedly, stores nothing", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  for (let n = 0; n < 20; n++) await schedules.resume("s");
  assert.equal(world.alarm.set_.length, 1);
});

test("skipping as the time of a paused schedule passes skips the run that is shown next", async (t) => {
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

test("a requested run is shown as the latest although the next one is to be skipped", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await schedules.skip("s");
  await schedules.runNow("s", "now");
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(world.lastRun()?.outcome, "completed");
  assert.equal(await world.lives(HOUR), 0, "the one that is left out");
});

test("a tool runs once per run, however often its call is retried", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked({ message: null, tool: "CALLBACK", toolParams: {} }));
  world.speechIsAway = true;
  await world.lives(HOUR + 2 * MINUTE);
  world.speechIsAway = false;
  assert.equal(await world.lives(MINUTE), 1);
  assert.deepEqual([world.tools.runs, world.lastRun()?.outcome], [1, "completed"]);
});

test("the tool of a daily call runs again every day", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked({ message: null, tool: "WEATHER", recurring: "daily" }));
  assert.equal(await world.lives(3 * DAY), 3);
  assert.equal(world.tools.runs, 3);
});

test("a run that has to wait gives the reason once, not with every attempt", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  service.obstacle = "Asterisk is not connected.";
  await service.schedules.create(asked());
  await world.lives(HOUR + 2 * MINUTE);
  assert.equal(world.events("schedule_waits").length, 1);
  service.obstacle = "The service is shutting down.";
  await world.lives(MINUTE);
  assert.equal(world.events("schedule_waits").length, 2);
});

test("a schedule with an unknown time zone ends, and does not prevent other calls", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const sound = await schedules.create(asked({ scheduleId: "sound" }));
  const rule = { recurring: "daily", time: "08:30", weekday: null } as const;
  const lost: Schedule = { ...sound, scheduleId: "lost", timeZone: "Mars/Olympus", rule, nextAt: NINE - 30 * MINUTE };
  await world.store.addSchedule(lost);
  world.alarm.deaf = true;
  world.alarm.set_.splice(0);
  await world.lives(HOUR + MINUTE);
  assert.equal(world.lastRun("sound")?.outcome, "completed");
  assert.equal(world.schedule("lost").nextAt, null, "it is over");
  assert.equal(world.events("schedule_without_zone").length, 1);
  const shown = scheduleBody(world.schedule("lost"), world.now, () => undefined);
  assert.equal(shown.last_run, "2026-06-01T08:30:00+00:00");
});

test("of two calls from one number, the timer is heard in the one that set it", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const first = service.talks("200", "first");
  const second = service.talks("200", "second");
  await service.tasks.of(second.live).setTimer(PASTA);
  await world.passes(600_000 + 500);
  assert.deepEqual([first.said.length, second.said.length], [0, 1]);
});

test("a timer that a client set for a call without a number is not heard in another call", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const about = service.talks("", "first");
  assert.ok(isConversation(about.live));
  const set = await service.tasks.ofClient(about.live).setTimer(PASTA);
  assert.ok("taskId" in set);
  about.hangsUp();
  const other = service.talks("300");
  await world.passes(600_000 + MINUTE);
  assert.deepEqual([other.said.length, world.callees.length], [0, 0]);
  assert.equal(world.lastRun(set.taskId)?.outcome, "failed");
});

test("a caller who uses another's call as their number sees and cancels none of its tasks", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const withheld = service.talks("", "first");
  const impostor = service.talks("call:first", "second");
  const set = await service.tasks.of(withheld.live).setTimer(PASTA);
  assert.ok("taskId" in set);
  const tasks = service.tasks.of(impostor.live);
  assert.deepEqual([await tasks.pending(), await tasks.cancel(set.taskId)], [[], false]);
});

test("of several controllers the one with the call speaks its timer, whichever receives the alarm", async (t) => {
  const world = startWorld(t);
  world.starts({ owner: "far" }); // The first of two hears the alarms of whole seconds.
  const near = world.starts({ owner: "near" });
  const talk = near.talks("200");
  await world.records.saveCall(talk.live.call.record);
  for (const seconds of [600, 601, 602, 603]) await near.tasks.of(talk.live).setTimer({ ...PASTA, seconds });
  await world.passes(600_000 + 10_000);
  assert.deepEqual([talk.said.length, world.callees.length], [4, 0]);
});

test("a timer for a call of another controller that has died still rings its caller", async (t) => {
  const world = startWorld(t);
  const near = world.starts({ owner: "near" });
  const talk = near.talks("200");
  await world.records.saveCall(talk.live.call.record);
  await near.tasks.of(talk.live).setTimer(PASTA);
  near.life.kill();
  world.starts({ owner: "far" });
  assert.equal(await world.lives(600_000 + 30_000), 1);
});

test("a client's timer without a call, due in none, does not mention a call", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  const set = await service.tasks.ofClient(undefined).setTimer(PASTA);
  assert.ok("taskId" in set);
  await world.passes(600_000 + 1_000);
  assert.equal(world.lastRun(set.taskId)?.error, "There is no single conversation, and there is no number to call.");
});

test("a run that was returned rings once, although the clock of the next service is an hour behind", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  first.obstacle = "Asterisk is not connected.";
  await first.schedules.create(DAILY);
  await world.passes(HOUR + MINUTE);
  first.scheduler.leave();
  await world.settles();
  first.life.kill();
  world.stepsClock(-HOUR);
  world.starts();
  assert.equal(await world.lives(2 * HOUR), 1);
  assert.equal(world.schedule().nextAt, NINE + DAY);
});
