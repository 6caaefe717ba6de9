import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DateTime } from "luxon";
import type { TimeStyle } from "../../../src/locales/locale.js";
import { spokenMoment } from "../../../tools/spoken-moment.js";

/** 20 November 2026 is a Friday. */
const moments: [now: string, at: string, said: string, style?: TimeStyle, zone?: string][] = [
  ["2026-11-20T09:15", "2026-11-20T12:00", "at noon"],
  ["2026-11-20T09:15", "2026-11-21T12:00", "tomorrow at noon"],
  ["2026-11-20T13:00", "2026-11-21T12:00", "tomorrow at noon"],
  ["2026-11-20T09:15", "2026-11-21T12:00", "tomorrow at 12 o'clock", "24h"],
  ["2026-11-20T09:15", "2026-11-22T12:00", "on Sunday, at noon"],
  ["2026-11-20T09:15", "2026-11-21T00:00", "tonight at midnight"],
  ["2026-11-20T23:59", "2026-11-21T00:00", "tonight at midnight"],
  ["2026-11-20T00:00", "2026-11-21T00:00", "tonight at midnight"],
  ["2026-11-20T00:10", "2026-11-21T00:00", "tonight at midnight"],
  ["2026-11-20T09:15", "2026-11-22T00:00", "tomorrow night at midnight"],
  ["2026-11-20T09:15", "2026-11-23T00:00", "on Sunday night, at midnight"],
  ["2026-11-20T09:15", "2026-11-28T00:00", "on Friday night, November 27th, at midnight"],
  ["2026-11-20T09:15", "2026-12-01T00:00", "on Monday night, November 30th, at midnight"],
  ["2026-12-31T20:00", "2027-01-01T00:00", "tonight at midnight"],
  ["2026-11-21T00:00", "2026-11-21T00:00", "at midnight"],
  ["2026-11-21T00:01", "2026-11-21T00:00", "at midnight"],
  ["2026-11-21T00:01", "2026-11-20T23:59", "at 11:59 PM"],
  ["2026-11-20T22:00", "2026-11-21T00:30", "tonight at 12:30 AM"],
  ["2026-11-20T22:00", "2026-11-21T00:30", "tonight at 0:30", "24h"],
  ["2026-11-20T22:00", "2026-11-21T00:30", "tonight at half past twelve", "spoken"],
  ["2026-11-20T22:00", "2026-11-21T01:00", "tonight at one", "spoken"],
  ["2026-11-20T22:00", "2026-11-21T03:59", "tonight at 3:59 AM"],
  ["2026-11-20T22:00", "2026-11-21T04:00", "tomorrow at 4 AM"],
  ["2026-11-20T22:00", "2026-11-22T00:30", "tomorrow night at 12:30 AM"],
  ["2026-11-21T00:20", "2026-11-21T00:30", "at 12:30 AM"],
  // "Tonight" would be taken for the night that it is.
  ["2026-11-20T02:15", "2026-11-21T02:10", "tomorrow at 2:10 AM"],
  ["2026-11-20T02:15", "2026-11-21T02:10", "tomorrow at ten past two in the morning", "spoken"],
  ["2026-11-20T03:59", "2026-11-21T00:05", "tomorrow at 12:05 AM"],
  ["2026-11-20T04:00", "2026-11-21T03:00", "tonight at 3 AM"],
  ["2026-11-20T02:15", "2026-11-22T02:10", "tomorrow night at 2:10 AM"],
  ["2026-11-21T01:00", "2026-11-21T12:30", "at 12:30 PM"],
  ["2026-11-20T09:15", "2026-11-20T23:50", "at 11:50 PM"],
  // Clocks change at midnight in Santiago: that day has no midnight, and the one on which they go back has an hour twice.
  ["2026-09-05T20:00", "2026-09-06T01:00", "tonight at 1 AM", "digital", "America/Santiago"],
  ["2026-09-05T20:00", "2026-09-07T00:00", "tomorrow night at midnight", "digital", "America/Santiago"],
  ["2026-04-04T20:00", "2026-04-05T00:00", "tonight at midnight", "digital", "America/Santiago"],
  ["2026-03-28T20:00", "2026-03-29T12:00", "tomorrow at noon", "digital", "Europe/Berlin"],
  ["2026-10-24T20:00", "2026-10-26T00:00", "tomorrow night at midnight", "digital", "Europe/Berlin"],
  ["2026-10-24T20:00", "2026-10-25T12:00", "tomorrow at noon", "spoken", "Europe/Berlin"],
];

describe("a moment to come", () => {
  for (const [now, at, said, style = "digital", zone = "America/New_York"] of moments) {
    it(`at ${at} is "${said}" on ${now} in ${zone} (${style})`, () => {
      const [from, to] = [now, at].map((iso) => DateTime.fromISO(iso, { zone })) as [DateTime, DateTime];
      assert.equal(spokenMoment(to, from, { style: style ?? "digital", language: "en" }), said);
      assert.equal(spokenMoment(to.toUTC(), from, { style: style ?? "digital", language: "en" }), said);
    });
  }
});
