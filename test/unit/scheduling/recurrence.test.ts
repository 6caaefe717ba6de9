import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { dayOf, instantOf, isDate, isTime, isTimeZone, localTime } from "../../../src/kernel/wall-clock.js";
import type { Recurrence, WallClockRule } from "../../../src/records/schedule.js";
import { firstRun, nextRunAfter } from "../../../src/scheduling/recurrence.js";
import { expectedInstant, ZONES, type ZoneTable } from "./zone-table.js";

const DAY_MS = 86_400_000;
const RECURRENCES: readonly Recurrence[] = ["daily", "weekdays", "weekends", "weekly"];

/** The next `count` runs of a rule after an instant. */
function nextRuns(rule: WallClockRule, zone: string, after: number, count: number): number[] {
  const found: number[] = [];
  for (let last = after; found.length < count; found.push(last)) last = nextRunAfter(rule, zone, last) ?? assert.fail();
  return found;
}

/** Every day of a table's years: 2026 to 2028, or less where Node's own data are older than the table. */
function daysOf({ changedOn, since = "" }: ZoneTable): string[] {
  const known = (process.versions.tz ?? "") >= since;
  const end = !known && changedOn ? Date.parse(changedOn) - 10 * DAY_MS : Date.UTC(2028, 11, 31);
  const days: string[] = [];
  for (let day = Date.UTC(2026, 0, 1); day <= end; day += DAY_MS) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

/** Of a date: 1 is Monday, 7 is Sunday. */
const weekdayOf = (date: string) => new Date(date).getUTCDay() || 7;

function isDue(date: string, { recurring, weekday }: WallClockRule): boolean {
  const on = weekdayOf(date);
  if (recurring === "weekly") return on === weekday;
  return recurring === "daily" || on > 5 === (recurring === "weekends");
}

const iso = (at: number) => new Date(at).toISOString();
const minutesLater = (time: string, minutes: number) =>
  new Date(Date.parse(`2026-01-01T${time}Z`) + minutes * 60_000).toISOString().slice(11, 16);

/** The date that a table's clock shows just before and at a change, and the day after: all that it touches. */
function datesAround({ offset, changes }: ZoneTable, index: number): string[] {
  const at = Date.parse(changes[index]?.[0] ?? "");
  const before = changes[index - 1]?.[1] ?? offset;
  const day = Date.parse(iso(at + before * 60_000 - 1).slice(0, 10));
  return [day - DAY_MS, day, day + DAY_MS].map((each) => iso(each).slice(0, 10));
}

for (const table of ZONES) {
  const { zone, skipped, repeated, changes } = table;
  const days = daysOf(table);
  const last = Date.parse(days.at(-1) ?? "");
  const begin = expectedInstant(table, days[0] ?? "", "00:00") - 1;

  describe(`a time of day in ${zone}, ${days[0]} to ${days.at(-1)}`, () => {
    for (const recurring of RECURRENCES) {
      // The clock is changed on a weekend nearly everywhere; Cairo's change is on the night to a Friday.
      const weekday = recurring === "weekly" ? (zone === "Africa/Cairo" ? 5 : repeated.startsWith("23") ? 6 : 7) : null;

      for (const [time, when] of [
        [skipped, "that a change skips"],
        [repeated, "that occurs twice"],
      ] as const) {
        it(`recurs ${recurring} at ${time}${changes.length > 0 ? `, ${when},` : ""} once on each of its days`, () => {
          const rule: WallClockRule = { recurring, time, weekday };
          const expected = days.filter((date) => isDue(date, rule)).map((date) => expectedInstant(table, date, time));
          assert.ok(expected.length > 30);
          assert.deepEqual(nextRuns(rule, zone, begin, expected.length).map(iso), expected.map(iso));
        });
      }
    }

    it("is an instant once, whether it is skipped, repeated or neither", () => {
      const times = [
        "00:00",
        "23:59",
        skipped,
        repeated,
        "09:00",
        "01:59",
        "02:00",
        "02:29",
        "03:00",
        "01:00",
        "22:59",
      ];
      const dates = changes.flatMap((_, i) => datesAround(table, i)).filter((date) => Date.parse(date) <= last);
      for (const date of [...dates, "2028-02-29", "2026-12-31"].filter((each) => days.includes(each))) {
        for (const time of times) {
          const at = instantOf(dayOf(date), time, zone);
          assert.equal(iso(at), iso(expectedInstant(table, date, time)), `${date} ${time}`);
          const once = firstRun({ time, date, zone, recurring: null }, begin);
          assert.deepEqual(once, at > begin ? { at, rule: null } : undefined);
        }
      }
    });

    it("without a date is today's, or tomorrow's from that moment on", () => {
      for (const time of [skipped, repeated, "09:00"]) {
        for (let i = 0; i < days.length - 1; i += 1) {
          const [today = "", tomorrow = ""] = days.slice(i, i + 2);
          if (i % 16 > 0 && !changes.some((_, at) => datesAround(table, at).includes(today))) continue;
          const at = expectedInstant(table, today, time);
          const next = { at: expectedInstant(table, tomorrow, time), rule: null };
          const asked = { time, date: null, zone, recurring: null };
          assert.deepEqual(firstRun(asked, at - 1), { at, rule: null }, `${today} ${time}`);
          if (localTime(at, zone).startsWith(today)) assert.deepEqual(firstRun(asked, at), next, `${today} ${time}`);
        }
      }
    });

    it("is shown with the offset of that day", () => {
      for (const date of days.filter((_, i) => i % 30 === 0)) {
        const at = expectedInstant(table, date, "12:00");
        const shown = localTime(at + 999, zone);
        assert.match(shown, new RegExp(`^${date}T12:00:00[+-]\\d\\d:\\d\\d$`));
        assert.equal(Date.parse(shown), at);
      }
    });
  });
}

describe("the table of clock changes", () => {
  it("has, for each zone that changes its clock, a time that is skipped and one that occurs twice", () => {
    for (const table of ZONES.filter(({ changes }) => changes.length > 0)) {
      const offsets = [table.offset, ...table.changes.map(([, offset]) => offset)];
      for (const [i, [at]] of table.changes.entries()) {
        const [before = 0, after = 0] = offsets.slice(i);
        const from = Date.parse(at) + Math.min(before, after) * 60_000;
        const until = Date.parse(at) + Math.max(before, after) * 60_000;
        const time = after > before ? table.skipped : table.repeated;
        const touched = [0, DAY_MS].map((more) => Date.parse(`${iso(from + more).slice(0, 10)}T${time}Z`));
        const inside = touched.some((shown) => shown >= from && shown < until);
        // Morocco's last change has no fellow: it is at another time of day.
        assert.ok(inside || at === "2026-09-20T01:00Z", `${table.zone} ${at}`);
      }
    }
  });

  it("gives what a hand reckons", () => {
    const by = (zone: string) => ZONES.find((table) => table.zone === zone) ?? assert.fail(zone);
    for (const [zone, date, time, expected] of [
      ["America/New_York", "2026-03-08", "02:30", "2026-03-08T07:00:00.000Z"], // 3:00 EDT
      ["America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00.000Z"], // EDT, not EST
      ["Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00.000Z"], // 2:30 +11
      ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00.000Z"], // +11, not +10:30
      ["America/Santiago", "2026-09-06", "00:30", "2026-09-06T04:00:00.000Z"], // 1:00 -03
      ["America/Santiago", "2026-04-04", "23:30", "2026-04-05T02:30:00.000Z"], // -03, not -04
      ["Asia/Kathmandu", "2027-01-01", "05:45", "2027-01-01T00:00:00.000Z"],
      ["America/Nuuk", "2026-03-28", "23:30", "2026-03-29T01:00:00.000Z"], // midnight -01
    ] as const) {
      assert.equal(iso(expectedInstant(by(zone), date, time)), expected);
      assert.equal(iso(instantOf(dayOf(date), time, zone)), expected);
    }
  });
});

describe("a place that changed its offset by a day", () => {
  const rule = { recurring: "daily", time: "09:00", weekday: null } as const;

  it("has nothing that recurs on the day it left out", () => {
    const days = nextRuns(rule, "Pacific/Apia", Date.UTC(2011, 11, 29), 3).map((at) => localTime(at, "Pacific/Apia"));
    assert.deepEqual(days, ["2011-12-29T09:00:00-10:00", "2011-12-31T09:00:00+14:00", "2012-01-01T09:00:00+14:00"]);
    const friday = { ...rule, recurring: "weekly", weekday: 5 } as const;
    assert.equal(
      localTime(nextRunAfter(friday, "Pacific/Apia", Date.UTC(2011, 11, 24)) ?? 0, "Pacific/Apia").slice(0, 10),
      "2012-01-06",
    );
  });

  it("has what is meant for that day at the first moment after it", () => {
    assert.equal(iso(instantOf(dayOf("2011-12-30"), "09:00", "Pacific/Apia")), "2011-12-30T10:00:00.000Z");
  });
});

describe("what is asked for with a date", () => {
  const zone = "Europe/Rome";
  /** Wednesday, 4 March 2026, 12:00 in Rome. */
  const now = Date.UTC(2026, 2, 4, 11);
  const first = (more: Partial<Parameters<typeof firstRun>[0]>) =>
    firstRun({ time: "09:00", date: null, zone, recurring: null, ...more }, now);
  const shown = (found: ReturnType<typeof first>) => found && localTime(found.at, zone).slice(0, 16);

  it("is past when its moment is, and not before", () => {
    assert.equal(first({ date: "2026-03-03" }), undefined);
    assert.equal(first({ date: "2026-03-04", time: "12:00" }), undefined);
    assert.equal(shown(first({ date: "2026-03-04", time: "12:01" })), "2026-03-04T12:01");
  });

  it("recurs from that date on", () => {
    assert.equal(shown(first({ date: "2026-03-10", recurring: "daily" })), "2026-03-10T09:00");
    assert.equal(shown(first({ date: "2026-03-07", recurring: "weekdays" })), "2026-03-09T09:00");
    assert.equal(shown(first({ date: "2026-03-10", recurring: "weekends" })), "2026-03-14T09:00");
    assert.equal(shown(first({ date: "2026-03-04", recurring: "daily" })), "2026-03-05T09:00");
    assert.equal(first({ date: "2026-03-03", recurring: "daily" }), undefined);
  });

  it("recurs weekly on the weekday of its date, or of its first run", () => {
    const rule = (weekday: number) => ({ recurring: "weekly", time: "09:00", weekday });
    assert.deepEqual(first({ date: "2026-03-10", recurring: "weekly" })?.rule, rule(2));
    assert.deepEqual(first({ recurring: "weekly" })?.rule, rule(4));
    assert.equal(shown(first({ recurring: "weekly" })), "2026-03-05T09:00");
    assert.deepEqual(first({ recurring: "weekly", time: "13:00" })?.rule, { ...rule(3), time: "13:00" });
    const today = first({ date: "2026-03-04", recurring: "weekly" });
    assert.deepEqual([shown(today), today?.rule], ["2026-03-11T09:00", rule(3)]);
  });

  it("that begins with a gap at its midnight does not count the evening before", () => {
    const asked = { time: "23:30", date: "2026-03-29", zone: "America/Nuuk", recurring: "daily" } as const;
    const found = firstRun(asked, Date.UTC(2026, 2, 1));
    assert.equal(localTime(found?.at ?? 0, "America/Nuuk"), "2026-03-29T23:30:00-01:00");
  });
});

describe("zones, dates and times of day", () => {
  it("are told from what is none", () => {
    const zones = ["Europe/Rome", "UTC", "Asia/Kathmandu", "Etc/GMT+5", "America/Argentina/Buenos_Aires"];
    assert.deepEqual(zones.filter(isTimeZone), zones);
    const noZones = ["", "Mars/Olympus", "+02:00", "UTC+3", "local", "Europe/Rome ", "../etc/passwd", "Factory", "\0"];
    assert.deepEqual(noZones.filter(isTimeZone), []);
    assert.deepEqual(["2028-02-29", "1970-01-01", "9999-12-31"].filter(isDate).length, 3);
    const noDates = [
      "",
      "2026-02-29",
      "2026-02-30",
      "2026-13-01",
      "2026-00-10",
      "2026-1-1",
      "20260101",
      "0",
      "2026-01-01T00:00",
    ];
    assert.deepEqual(noDates.filter(isDate), []);
    assert.deepEqual(["00:00", "09:05", "23:59"].filter(isTime).length, 3);
    assert.deepEqual(["24:00", "9:05", "12:60", "12:00:00", " 12:00", "12:00\n", "", "-1:00"].filter(isTime), []);
  });

  it("are refused where they are none", () => {
    assert.throws(() => instantOf(dayOf("2026-02-30"), "12:00", "UTC"), RangeError);
    assert.throws(() => instantOf(dayOf("2026-02-20"), "24:00", "UTC"), RangeError);
    assert.throws(() => instantOf(dayOf("2026-02-20"), "12:00", "Mars/Olympus"), RangeError);
    assert.throws(() => nextRunAfter({ recurring: "daily", time: "12:00", weekday: null }, "UTC", NaN), RangeError);
    assert.throws(() => nextRunAfter({ recurring: "weekly", time: "12:00", weekday: null }, "UTC", 0), RangeError);
  });
});

describe("the runs of any rule in any zone", () => {
  /** What a wall clock shows, asked of Intl: as if it were UTC, ms. */
  const clocks = new Map<string, Intl.DateTimeFormat>();
  function shownAt(at: number, zone: string): number {
    const clock =
      clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    clocks.set(zone, clock);
    return Date.parse(`${clock.format(Math.floor(at / 1000) * 1000).replace(" ", "T")}Z`);
  }

  const anyRule = fc
    .record({
      recurring: fc.constantFrom(...RECURRENCES),
      weekday: fc.integer({ min: 1, max: 7 }),
      minutes: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 200 })),
    })
    .map(({ recurring, weekday, minutes }): WallClockRule => {
      return { recurring, weekday: recurring === "weekly" ? weekday : null, time: minutesLater("00:00", minutes) };
    });
  const anyZone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const anyMoment = fc.integer({ min: Date.UTC(2012, 1, 1), max: Date.UTC(2037, 0, 1) });

  it("come one after the other, at their time on their days, unless the clock skips it, and leave no day out", () => {
    fc.assert(
      fc.property(anyRule, anyZone, anyMoment, (rule, zone, after) => {
        const found = nextRuns(rule, zone, after, 9);
        // The day that a run belongs to: of a time that was skipped, the one that the clock showed just before.
        const days = found.map((at) => {
          const shown = iso(shownAt(at, zone));
          if (shown.slice(11, 16) === rule.time) return shown.slice(0, 10);
          const before = shownAt(at - 1000, zone);
          const day = [before, Date.parse(shown)]
            .map((each) => iso(each).slice(0, 10))
            .find((each) => {
              const meant = Date.parse(`${each}T${rule.time}Z`);
              return before < meant && meant < Date.parse(shown);
            });
          assert.ok(day, `${shown} is not ${rule.time} and follows no gap`);
          return day;
        });
        let last = after;
        for (const at of found) {
          assert.ok(at > last, "not later than the one before");
          last = at;
        }
        for (const [i, day] of days.entries()) {
          assert.ok(isDue(day, rule), `${day} is none of its days`);
          const next = days[i + 1];
          if (next === undefined) continue;
          for (let at = Date.parse(day) + DAY_MS; at < Date.parse(next); at += DAY_MS) {
            assert.ok(!isDue(iso(at).slice(0, 10), rule), `${iso(at)} was left out`);
          }
        }
        const [firstDay = ""] = days;
        assert.ok(Date.parse(firstDay) - shownAt(after, zone) <= 7 * DAY_MS, "the first is late");
      }),
      { numRuns: 400 },
    );
  });

  it("are the same however they are asked for", () => {
    fc.assert(
      fc.property(
        anyRule,
        anyZone,
        anyMoment,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rule, zone, after, part) => {
          const [first = 0, second = 0] = nextRuns(rule, zone, after, 2);
          const between = first + Math.floor((second - first - 1) * part);
          assert.equal(nextRunAfter(rule, zone, between), second);
          assert.equal(nextRunAfter(rule, zone, first - 1), first);
        },
      ),
      { numRuns: 200 },
    );
  });
});
