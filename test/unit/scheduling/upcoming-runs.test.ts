import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schedule } from "../../../src/records/schedule.js";
import { upcomingRuns, type UpcomingQuery } from "../../../src/scheduling/upcoming-runs.js";
import { schedule } from "../../contract/schedule-samples.js";
import { memoryScheduleStore } from "../../support/fakes/memory-schedule-store.js";

/** Friday, before the night in which Berlin's clock goes to summer time. */
const NOW = Date.UTC(2026, 2, 27, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAILY = { recurring: "daily", time: "08:30", weekday: null } as const;
const NEXT = Date.UTC(2026, 2, 28, 7, 30);

async function upcoming(schedules: readonly Schedule[], query: Partial<UpcomingQuery> = {}) {
  const store = memoryScheduleStore();
  for (const each of schedules) await store.addSchedule(each);
  const { operations } = store;
  const found = await upcomingRuns(
    { ...store, closedDays: () => undefined },
    { from: NOW, to: NOW + 7 * DAY, limit: 100, ...query },
    NOW,
  );
  const told = found.runs.map((run) => [
    run.schedule.scheduleId,
    new Date(run.at).toISOString().slice(5, 16),
    ...(run.isSkipped ? ["skipped"] : []),
    ...(run.schedule.paused ? ["paused"] : []),
  ]);
  return { told, ...found, operations: store.operations - operations };
}

const daily = (id: string, more: Partial<Schedule> = {}) =>
  schedule(id, { rule: DAILY, timeZone: "Europe/Berlin", nextAt: NEXT, ...more });
const once = (id: string, nextAt: number, more: Partial<Schedule> = {}) =>
  schedule(id, { rule: null, nextAt, ...more });

test("the runs of all schedules stand in one order, by the clock of each one's place", async () => {
  const { told, isWhole } = await upcoming([daily("daily"), once("once", Date.UTC(2026, 2, 29, 6, 30))], {
    to: Date.UTC(2026, 2, 30, 12),
  });
  assert.deepEqual(told, [
    ["daily", "03-28T07:30"],
    ["daily", "03-29T06:30"], // An hour earlier by UTC: the clock has gone forward.
    ["once", "03-29T06:30"],
    ["daily", "03-30T06:30"],
  ]);
  assert.ok(isWhole);
});

test("a run that is left out is told as such, also where the next one is behind the span", async () => {
  const weekly = { recurring: "weekly", time: "08:30", weekday: 6 } as const;
  const lastRun = { dueAt: NEXT, outcome: "skipped", callId: null, error: null } as const;
  const schedules = [daily("weekly", { rule: weekly, nextAt: NEXT + 7 * DAY - HOUR, lastRun })];
  assert.deepEqual((await upcoming(schedules, { to: NOW + 3 * DAY })).told, [["weekly", "03-28T07:30", "skipped"]]);
});

test("one that is paused is told from its next time on that is not past", async () => {
  const { told } = await upcoming([daily("paused", { paused: true, nextAt: NEXT - 5 * DAY })], { to: NOW + 2 * DAY });
  assert.deepEqual(told, [
    ["paused", "03-28T07:30", "paused"],
    ["paused", "03-29T06:30", "paused"],
  ]);
});

test("a span that lies ahead begins there, and what is over or in another span is not in it", async () => {
  const schedules = [daily("daily"), once("over", NOW, { nextAt: null }), once("later", NOW + 40 * DAY)];
  const from = Date.UTC(2026, 3, 20);
  const { told } = await upcoming(schedules, { from, to: from + DAY });
  assert.deepEqual(told, [["daily", "04-20T06:30"]]);
});

test("schedules that are due long after the span are not looked up, of ten thousand", async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => once(`one-${i}`, NOW + 17 * DAY + i * 60_000));
  const near = Array.from({ length: 30 }, (_, i) => daily(`daily-${i}`));
  const few = await upcoming([...near, ...many], { limit: 50 });
  assert.deepEqual([few.runs.length, few.isWhole], [50, false]);
  assert.ok(few.operations < 10, `${few.operations} operations of the store`);
});

test("a schedule in a zone that is not known any more hides no other", async () => {
  const { told } = await upcoming([daily("lost", { timeZone: "Europe/Nowhere" }), once("once", NOW + DAY)]);
  assert.deepEqual(
    told.map(([id]) => id),
    ["lost", "once"],
  );
});
