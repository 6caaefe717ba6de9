import assert from "node:assert/strict";
import { test } from "node:test";
import { hasCode } from "../../src/kernel/errors.js";
import { weekdayOf } from "../../src/kernel/wall-clock.js";
import { Life } from "../support/fakes/mortal.js";
import { asked, DAY, HOUR, MINUTE, START, startWorld } from "../support/fakes/scheduling.js";

/** Monday, 1 June 2026, 9:00. */
const NINE = START + HOUR;
const recurring = (more: Parameters<typeof asked>[0] = {}) => asked({ recurring: "daily", ...more });

test("a call that repeats within a window rings each time in it, and goes on the next day", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(recurring({ details: { every: { minutes: 20, lastTime: "10:00" } } }));
  assert.equal(await world.lives(HOUR + MINUTE), 1);
  assert.equal(await world.lives(3 * HOUR), 3); // 9:20, 9:40, 10:00
  assert.equal(world.schedule().nextAt, NINE + DAY);
});

test("of the repetitions that an outage has delayed only the latest rings, and the first is reported as missed", async (t) => {
  const world = startWorld(t);
  const life = new Life();
  await world.starts({ life }).schedules.create(recurring({ details: { every: { minutes: 1, lastTime: "09:30" } } }));
  await world.passes(HOUR - MINUTE);
  life.kill();
  await world.passes(5 * MINUTE + 10_000);
  world.starts({ owner: "next" });
  assert.equal(await world.lives(MINUTE / 4), 1);
  const runs = world.store.occurrences.map(({ dueAt, outcome, error }) => [(dueAt - NINE) / MINUTE, outcome, error]);
  assert.deepEqual(runs, [
    [0, "missed", "A later repetition of the call is due."],
    [4, "completed", null],
  ]);
  assert.equal(world.schedule().nextAt, NINE + 5 * MINUTE);
});

test("of the repetitions that wait only the latest rings, also after the last of its day", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(recurring({ details: { every: { minutes: 1, lastTime: "09:03" } } }));
  world.speechIsAway = true;
  assert.equal(await world.lives(HOUR + 4 * MINUTE), 0);
  world.speechIsAway = false;
  assert.equal(await world.lives(2 * MINUTE), 1);
  const runs = world.store.occurrences.map(({ dueAt, outcome }) => [(dueAt - NINE) / MINUTE, outcome]);
  assert.deepEqual(runs.sort(), [
    [0, "missed"],
    [1, "missed"],
    [2, "missed"],
    [3, "completed"],
  ]);
  assert.equal(world.schedule().nextAt, NINE + DAY);
});

test("a repetition that waits is not overtaken by those that are skipped", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(recurring({ details: { every: { minutes: 1, lastTime: "09:03" } } }));
  world.speechIsAway = true;
  assert.equal(await world.lives(HOUR + MINUTE / 2), 0);
  await schedules.skip("s");
  await schedules.skip("s");
  assert.equal(await world.lives(2 * MINUTE), 0);
  world.speechIsAway = false;
  assert.equal(await world.lives(MINUTE / 4), 1, "the one of 9:00, at 9:02:30");
  assert.equal(await world.lives(MINUTE), 1);
  const runs = world.store.occurrences.map(({ dueAt, outcome }) => [(dueAt - NINE) / MINUTE, outcome]);
  assert.deepEqual(runs, [
    [0, "completed"],
    [3, "completed"],
  ]);
});

test("a run that was requested waits for its turn although a repetition comes due meanwhile", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(recurring({ details: { every: { minutes: 1, lastTime: "09:01" } } }));
  await world.lives(HOUR - MINUTE / 2);
  world.speechIsAway = true;
  await schedules.runNow("s", "asked");
  assert.equal(await world.lives(MINUTE), 0);
  world.speechIsAway = false;
  assert.equal(await world.lives(MINUTE / 4), 2);
  assert.deepEqual(
    world.store.occurrences.map(({ callId, outcome }) => [callId === "asked", outcome]),
    [
      [true, "completed"],
      [false, "completed"],
    ],
  );
});

test("a requested run does not overtake a repetition that waits", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(recurring({ details: { every: { minutes: 20, lastTime: "10:00" } } }));
  world.speechIsAway = true;
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  await schedules.runNow("s", "asked");
  assert.equal(await world.lives(MINUTE), 0);
  world.speechIsAway = false;
  assert.equal(await world.lives(MINUTE), 2);
});

test("a call that repeats within a window begins in the middle of it", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const when = { kind: "time", time: "07:30", date: null } as const;
  const { nextAt } = await schedules.create(
    recurring({ when, details: { every: { minutes: 20, lastTime: "10:00" } } }),
  );
  assert.equal(nextAt, START + 10 * MINUTE);
});

test("a call that recurs until a date is over after it", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(recurring({ details: { untilDate: "2026-06-02" } }));
  assert.equal(await world.lives(4 * DAY), 2);
  assert.equal(world.schedule().nextAt, null);
  await assert.rejects(
    schedules.create(recurring({ scheduleId: "x", details: { untilDate: "2026-05-31" } })),
    (error) => hasCode(error, "invalid_request"),
  );
});

test("on a closed day nobody is called, and nothing is reported", async (t) => {
  const world = startWorld(t);
  world.isClosed = (day) => weekdayOf(day) > 5;
  const { schedules } = world.starts();
  await schedules.create(recurring({ assistant: "reception", details: { exceptClosedDays: true } }));
  assert.equal(await world.lives(5 * DAY), 5);
  const reported = world.sent.size;
  const monday = NINE + 7 * DAY;
  assert.deepEqual(await schedules.preview("s", 2), [monday, monday + DAY]);
  const { runs } = await schedules.upcoming({ from: world.now, to: world.now + 4 * DAY, limit: 10 });
  assert.deepEqual(
    runs.map(({ at }) => at),
    [monday, monday + DAY],
  );
  assert.equal(await world.lives(2 * DAY), 0);
  assert.deepEqual([world.sent.size, world.lastRun()?.outcome], [reported, "completed"]);
  assert.equal(await world.lives(DAY), 1);
});

test("hours that change after a call was scheduled count when it is due", async (t) => {
  const world = startWorld(t);
  world.isClosed = (day) => weekdayOf(day) > 5;
  const { schedules } = world.starts();
  await schedules.create(recurring({ assistant: "reception", details: { exceptClosedDays: true } }));
  assert.equal(await world.lives(5 * DAY), 5);
  world.isClosed = () => false;
  assert.equal(await world.lives(DAY), 1, "Saturday is open now");
  world.isClosed = () => true;
  assert.deepEqual(await schedules.preview("s", 2), []);
  assert.equal(await world.lives(3 * DAY), 0);
  world.isClosed = undefined; // The assistant, or its hours, are gone from the file.
  assert.equal(await world.lives(DAY), 1);
});

test("a window past midnight belongs to the day on which it begins", async (t) => {
  const world = startWorld(t);
  world.isClosed = (day) => weekdayOf(day) === 2;
  const { schedules } = world.starts();
  const when = { kind: "time", time: "22:00", date: null } as const;
  const details = { every: { minutes: 60, lastTime: "02:00" }, exceptClosedDays: true } as const;
  await schedules.create(recurring({ when, assistant: "reception", details }));
  assert.equal(await world.lives(22 * HOUR), 5, "Monday's, into Tuesday");
  assert.equal(await world.lives(DAY), 0, "Tuesday's");
  assert.equal(await world.lives(DAY), 5, "Wednesday's");
});

test("the run that is skipped is the next that would ring", async (t) => {
  const world = startWorld(t);
  world.isClosed = (day) => weekdayOf(day) <= 2;
  const { schedules } = world.starts();
  await schedules.create(recurring({ assistant: "reception", details: { exceptClosedDays: true } }));
  await schedules.skip("s");
  assert.equal(await world.lives(3 * DAY), 0);
  assert.equal(await world.lives(DAY), 1);
});

test("closed days cannot be left out for an assistant without hours, also not by a change", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const details = { exceptClosedDays: true } as const;
  const isRefused = (error: unknown) => hasCode(error, "invalid_request");
  await assert.rejects(schedules.create(recurring({ details })), isRefused);
  world.isClosed = () => false;
  await schedules.create(recurring({ details, assistant: "reception" }));
  world.isClosed = undefined;
  await assert.rejects(schedules.update("s", { assistant: "other" }), isRefused);
});

test("after days of absence a call that repeats within a window rings for the present only", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(recurring({ details: { every: { minutes: 20, lastTime: "20:00" } } }));
  first.life.kill();
  world.sleeps(3 * DAY + 2 * HOUR + 10 * MINUTE);
  world.starts();
  assert.equal(await world.lives(5 * MINUTE), 0);
  assert.equal(await world.lives(6 * MINUTE), 1);
});
