import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpen, nextOpening } from "../../../src/hours/hours.js";
import { hoursFaults, readHours, type WrittenHours } from "../../../src/hours/written-hours.js";

const at = (text: string) => Date.parse(text);
const hoursOf = (written: WrittenHours) => readHours(written, "Europe/Berlin");
const isOpenAt = (written: WrittenHours, text: string) => isOpen(hoursOf(written), at(text));

const OFFICE: WrittenHours = {
  week: { weekdays: ["9:00-12:30", "13:30-17:00"], friday: "09:00-12:00", sunday: "closed" },
  exceptions: {
    "2026-12-24/2027-01-01": "closed",
    "2026-12-28": "10:00-11:00",
  },
};

test("hours are open from the first moment of a period, and closed at its last", () => {
  for (const [time, open] of [
    ["2026-11-26T08:59:59.999+01:00", false],
    ["2026-11-26T09:00:00+01:00", true],
    ["2026-11-26T12:29:59.999+01:00", true],
    ["2026-11-26T12:30:00+01:00", false],
    ["2026-11-26T13:30:00+01:00", true],
    ["2026-11-27T11:59:00+01:00", true],
    ["2026-11-27T14:00:00+01:00", false],
    ["2026-11-28T10:00:00+01:00", false],
  ] as const) {
    assert.equal(isOpenAt(OFFICE, time), open, time);
  }
});

test("a closed day and a day with other hours precede the weekday, the later entry first", () => {
  assert.equal(isOpenAt(OFFICE, "2026-12-24T10:00:00+01:00"), false);
  assert.equal(isOpenAt(OFFICE, "2027-01-01T10:00:00+01:00"), false);
  assert.equal(isOpenAt(OFFICE, "2026-12-28T10:30:00+01:00"), true);
  assert.equal(isOpenAt(OFFICE, "2026-12-28T14:00:00+01:00"), false);
  assert.equal(isOpenAt(OFFICE, "2027-01-04T10:00:00+01:00"), true);
});

test("hours are open in one zone and closed in another at the same instant", () => {
  const week = { daily: "9:00-17:00" };
  assert.equal(isOpenAt({ week, timezone: "America/New_York" }, "2026-11-26T10:00:00Z"), false);
  assert.equal(isOpenAt({ week, timezone: "Asia/Kathmandu" }, "2026-11-26T03:20:00Z"), true);
  assert.equal(isOpenAt({ week }, "2026-11-26T16:30:00Z"), false);
});

test("a period past midnight belongs to the day on which it begins", () => {
  const bar: WrittenHours = { week: { friday: "20:00-02:00", saturday: "20:00-24:00" } };
  assert.equal(isOpenAt(bar, "2026-11-28T01:59:00+01:00"), true);
  assert.equal(isOpenAt(bar, "2026-11-28T02:00:00+01:00"), false);
  assert.equal(isOpenAt(bar, "2026-11-28T23:59:00+01:00"), true);
  assert.equal(isOpenAt(bar, "2026-11-29T00:00:00+01:00"), false);
  assert.equal(isOpenAt(bar, "2026-11-27T01:00:00+01:00"), false, "Thursday has no period");
});

test("a clock change neither adds nor loses an opening", () => {
  const early: WrittenHours = { week: { daily: "2:30-4:00" } };
  assert.equal(isOpenAt(early, "2026-03-29T02:59:00+02:00"), false, "03:00 does not exist before this: 01:59 +01:00");
  assert.equal(isOpenAt(early, "2026-03-29T03:00:00+02:00"), true, "half past two is skipped: it opens after the gap");
  assert.equal(isOpenAt(early, "2026-10-25T02:30:00+02:00"), true, "the first half past two");
  assert.equal(isOpenAt(early, "2026-10-25T02:10:00+01:00"), true, "the clock was set back meanwhile");
  assert.equal(
    nextOpening(hoursOf({ week: { daily: "2:10-2:20" } }), at("2026-03-29T00:30:00+01:00")),
    at("2026-03-30T02:10:00+02:00"),
  );
});

test("a period that ends in the hour which the clock shows twice lasts until it shows the end again", () => {
  const late: WrittenHours = { week: { daily: "22:00-02:30" } };
  assert.equal(isOpenAt(late, "2026-10-25T02:45:00+02:00"), true, "the clock will show half past two again");
  assert.equal(isOpenAt(late, "2026-10-25T02:15:00+01:00"), true);
  assert.equal(isOpenAt(late, "2026-10-25T02:30:00+01:00"), false);
  assert.equal(isOpenAt(late, "2026-03-29T01:59:00+01:00"), true, "half past two is skipped");
  assert.equal(isOpenAt(late, "2026-03-29T03:00:00+02:00"), false);
  const day: WrittenHours = { timezone: "America/Havana", week: { saturday: "12:00-24:00" } };
  assert.equal(isOpenAt(day, "2026-10-31T23:59:00-04:00"), true);
  assert.equal(isOpenAt(day, "2026-11-01T00:30:00-05:00"), false, "the second midnight");
});

test("the next opening is now while it is open, then the first period that begins, if there is one at all", () => {
  const next = (text: string) => nextOpening(hoursOf(OFFICE), at(text));
  assert.equal(next("2026-11-26T10:00:00+01:00"), at("2026-11-26T10:00:00+01:00"));
  assert.equal(next("2026-11-26T12:45:00+01:00"), at("2026-11-26T13:30:00+01:00"));
  assert.equal(next("2026-11-27T12:00:00+01:00"), at("2026-11-30T09:00:00+01:00"));
  assert.equal(next("2026-12-23T18:00:00+01:00"), at("2026-12-28T10:00:00+01:00"));
  assert.equal(next("2026-12-28T11:00:00+01:00"), at("2027-01-04T09:00:00+01:00"));
  assert.equal(nextOpening(hoursOf({ week: {} }), at("2026-11-26T10:00:00Z")), undefined);
});

test("in each minute of a year, the next opening is open, and nothing before it is", () => {
  const hours = hoursOf({ ...OFFICE, week: { ...OFFICE.week, saturday: "22:00-3:00" } });
  const begin = at("2026-01-01T00:00:00Z");
  for (let step = 0; step < 365 * 24; step += 41) {
    const from = begin + step * 3_600_000 + (step % 60) * 60_000;
    const next = nextOpening(hours, from) ?? assert.fail();
    assert.ok(next >= from && isOpen(hours, next), new Date(from).toISOString());
    for (let each = from; each < next; each += 47 * 60_000)
      assert.ok(!isOpen(hours, each), new Date(each).toISOString());
  }
});

test("faults of hours name the day and what is expected", () => {
  const faults = hoursFaults(
    {
      timezone: "Europe/Berln",
      week: {
        monday: "9-17",
        tuesday: ["09:00-25:00"],
        wednesday: "9:00-9:00",
        thursday: "Closed",
        Friday: "9:00-10:00",
      },
      exceptions: { "2026-02-30": "closed", "24.12.": "closed", "2027-01-02/2027-01-01": "closed" },
    },
    "/hours",
  );
  assert.deepEqual(
    faults.map(({ path }) => path),
    [
      "/hours/timezone",
      "/hours/week/monday",
      "/hours/week/tuesday",
      "/hours/week/wednesday",
      "/hours/week/Friday",
      "/hours/exceptions/2026-02-30",
      "/hours/exceptions/24.12.",
      "/hours/exceptions/2027-01-02~12027-01-01",
    ],
  );
  for (const { message } of faults) assert.match(message, /^must be |did you mean friday\?/);
  assert.deepEqual(hoursFaults(undefined, ""), []);
});
