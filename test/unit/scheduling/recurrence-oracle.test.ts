import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { dayOf, localTime, weekdayOf } from "../../../src/kernel/wall-clock.js";
import type { Recurrence } from "../../../src/records/schedule.js";
import { dayOff, firstRun, followingRun, runAfter } from "../../../src/scheduling/recurrence.js";

interface Reckoned {
  readonly zone: string;
  readonly date: string;
  readonly time: string;
  readonly recurring: Recurrence;
  readonly on_day?: string;
  readonly every?: number;
  readonly last_time?: string;
  readonly until?: string;
  readonly closed?: true;
  /** Its first runs, at most 40. */
  readonly runs: readonly string[];
}

/** By `reckon.py`, which is none of our code. */
const { closed, cases } = JSON.parse(readFileSync("test/fixtures/recurrences/reckoned.json", "utf8")) as {
  readonly closed: { readonly weekdays: readonly number[]; readonly dates: readonly string[] };
  readonly cases: readonly Reckoned[];
};
const closedDates = new Set(closed.dates.map(dayOf));
const closedDays = () => (day: number) => closed.weekdays.includes(weekdayOf(day)) || closedDates.has(day);
const DAY_MS = 86_400_000;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

test("there are enough recurrences", () => assert.ok(cases.length >= 40));

for (const { zone, date, time, recurring, on_day, every, last_time = "23:59", until, closed, runs } of cases) {
  const how = [on_day, every && `each ${every} min to ${last_time}`, until && `until ${until}`, closed && "when open"];
  test(`${recurring} ${how.filter(Boolean).join(" ")} at ${time} from ${date} in ${zone} is as another reckons`, () => {
    const details = {
      ...(on_day !== undefined && { monthDay: on_day }),
      ...(every !== undefined && { every: { minutes: every, lastTime: last_time } }),
      ...(until !== undefined && { untilDate: until }),
      ...(closed && { exceptClosedDays: true as const }),
    };
    const first = firstRun({ time, date, zone, recurring, ...details }, dayOf(date) * DAY_MS - 2 * DAY_MS);
    assert.ok(first?.rule);
    const schedule = { rule: first.rule, timeZone: zone, assistant: "reception" };
    const found: string[] = [];
    let next = followingRun(schedule, first.at - 1, closedDays);
    while (next !== null && found.length < 40) {
      found.push(new Date(next).toISOString());
      next = followingRun(schedule, next, closedDays);
    }
    assert.deepEqual(found, runs);
  });
}

test("any recurrence in any zone: runs follow each other, however they are asked for, on no day off, to the last day", () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
  const monthDay = fc.oneof(
    fc.constant("last"),
    fc.integer({ min: 1, max: 31 }).map(String),
    fc
      .tuple(
        fc.constantFrom("first", "second", "third", "fourth", "last"),
        fc.constantFrom("monday", "friday", "sunday"),
      )
      .map((parts) => parts.join("_")),
  );
  const details = fc.record(
    {
      monthDay,
      every: fc.record({ minutes: fc.integer({ min: 1, max: 1439 }), lastTime: time }),
      untilDate: fc.integer({ min: 0, max: 120 }).map((days) => dateOf(dayOf("2026-03-01") + days)),
      exceptClosedDays: fc.constant(true as const),
    },
    { requiredKeys: [] },
  );
  const recurring = fc.constantFrom<Recurrence>("daily", "weekdays", "weekends", "weekly", "monthly");
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const moment = fc.integer({ min: Date.UTC(2026, 1, 1), max: Date.UTC(2026, 9, 1) });
  fc.assert(
    fc.property(time, details, recurring, zones, moment, (time, details, recurring, zone, now) => {
      const first = firstRun({ time, date: null, zone, recurring, ...details }, now);
      if (!first?.rule) return assert.ok(details.untilDate, "a recurrence without an end has a first run");
      const schedule = { rule: first.rule, timeZone: zone, assistant: "reception" };
      const after = (at: number) => followingRun(schedule, at, closedDays);
      let last = first.at - 1;
      for (let i = 0; i < 6; i++) {
        const at = after(last);
        if (at === null) return assert.ok(details.untilDate ?? details.exceptClosedDays);
        assert.ok(at > last);
        assert.equal(after(at - 1), at);
        assert.equal(after(Math.floor((last + at) / 2)), at);
        assert.equal(dayOff(schedule, at, closedDays), undefined);
        // What is due next on any day is left out exactly if the first that is not left out is another.
        const due = runAfter(schedule, last);
        assert.equal(due !== null && dayOff(schedule, due, closedDays) === undefined, due === at);
        if (details.untilDate && !details.every) assert.ok(localTime(at - 1, zone).slice(0, 10) <= details.untilDate);
        last = at;
      }
    }),
    {
      numRuns: 400,
      // Its last run of a day is the first of the next.
      examples: [
        [
          "00:06",
          { every: { minutes: 1, lastTime: "00:06" }, exceptClosedDays: true },
          "daily",
          "UTC",
          Date.UTC(2026, 1, 1),
        ],
      ],
    },
  );
});
