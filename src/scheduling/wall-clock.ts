import { DateTime, IANAZone } from "luxon";
import type { Recurrence, WallClockRule } from "../records/schedule.js";
import { isDate } from "../validation/formats.js";

/*
 * Times of day as the clock on the wall of a place shows them, and when that is. A time that a clock change skips counts as
 * the first moment after the gap; one that occurs twice is meant the first time. A day that a place left out altogether (the
 * 30th of December 2011 on Samoa) has no times, so nothing recurs on it.
 *
 * Instants are in ms since the epoch; what a zone's clock shows at one comes from the time-zone data that Node brings along
 * (`process.versions.tz`). Days are counted from the 1st of January 1970.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A weekly rule whose next day was left out, or whose run that day is over, comes to its run within so many days. */
const FARTHEST_DAYS = 30;

/** Whether it is the name of a zone that Node knows, such as Europe/Rome; whatever was given. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);
}

/** Whether it is a time of day from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * When it is `time` (HH:MM) on `date` (YYYY-MM-DD) in a zone.
 *
 * @throws {RangeError} when one of the three is none
 */
export function instantOf(date: string, time: string, zone: string): number {
  return resolve(dayOf(date), minutesOf(time), zoneOf(zone));
}

/** An instant as the clock in a zone shows it, with its offset and without fractions: 2026-03-29T09:00:00+02:00. */
export function localTime(at: number, zone: string): string {
  return DateTime.fromMillis(at - (at % 1000), { zone: zoneOf(zone) }).toISO({ suppressMilliseconds: true }) ?? "";
}

/** The first run of a rule after an instant, that instant itself not counted. @throws {RangeError} */
export function nextRun(rule: WallClockRule, zone: string, after: number): number {
  return nextFrom(rule, zoneOf(zone), after, -Infinity);
}

/** The next so many runs of a rule after an instant. @throws {RangeError} */
export function runs(rule: WallClockRule, zone: string, after: number, count: number): number[] {
  const found: number[] = [];
  for (let last = after; found.length < count; found.push(last)) last = nextRun(rule, zone, last);
  return found;
}

export interface FirstRun {
  readonly at: number;
  /** By which it goes on; null when it runs once. */
  readonly rule: WallClockRule | null;
}

/** What is asked for when a time of day is given. */
export interface WallClockTime {
  /** HH:MM. */
  readonly time: string;
  /** YYYY-MM-DD; null for today, or tomorrow when the time is past today. */
  readonly date: string | null;
  readonly zone: string;
  readonly recurring: Recurrence | null;
}

/**
 * When something that is asked for now runs first. With a recurrence a date says from when on; a weekly one is on the weekday
 * of that date, or without a date on that of today or tomorrow.
 *
 * @returns undefined when the date, or the time on it, is past
 * @throws {RangeError} when the time, the date or the zone is none
 */
export function firstRun({ time, date, zone, recurring }: WallClockTime, now: number): FirstRun | undefined {
  const iana = zoneOf(zone);
  const minutes = minutesOf(time);
  const today = localDay(now, iana);
  const soonest = resolve(today, minutes, iana) > now ? today : today + 1;
  const from = date === null ? soonest : dayOf(date);
  if (recurring !== null) {
    if (from < today) return undefined;
    const rule = { recurring, time, weekday: recurring === "weekly" ? weekdayOf(from) : null };
    return { at: nextFrom(rule, iana, now, from), rule };
  }
  const at = resolve(from, minutes, iana);
  return at > now ? { at, rule: null } : undefined;
}

/** @param from the earliest day that counts */
function nextFrom(rule: WallClockRule, zone: IANAZone, after: number, from: number): number {
  const minutes = minutesOf(rule.time);
  const first = Math.max(localDay(after, zone), from);
  for (let day = first; day < first + FARTHEST_DAYS; day++) {
    if (!runsOn(rule, weekdayOf(day))) continue;
    const at = resolve(day, minutes, zone);
    if (at > after && exists(day, at, zone)) return at;
  }
  throw new RangeError(`There is no run after ${after}`);
}

function runsOn({ recurring, weekday }: WallClockRule, day: number): boolean {
  switch (recurring) {
    case "daily":
      return true;
    case "weekdays":
      return day <= 5;
    case "weekends":
      return day > 5;
    case "weekly":
      return day === weekday;
  }
}

/** Whether a zone has a day at all. @param at some time of it, as `resolve` has it */
function exists(day: number, at: number, zone: IANAZone): boolean {
  return localDay(at, zone) === day || localDay(resolve(day, 0, zone), zone) === day;
}

/**
 * When the clock in a zone shows so many minutes after midnight of a day. Its offset then is, as a rule, that of a day before
 * or of a day after; where neither leads to that time there is none, and where both do it occurs twice.
 */
function resolve(day: number, minutes: number, zone: IANAZone): number {
  const shown = day * DAY_MS + minutes * MINUTE_MS;
  const offsets = [offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)];
  const fitting = offsets.map((offset) => shown - offset).filter((at) => at + offsetAt(at, zone) === shown);
  return fitting.length > 0 ? Math.min(...fitting) : firstAfterGap(shown, zone);
}

/** The first moment at which the clock shows `shown` or later, by halving the two days around it down to a millisecond. */
function firstAfterGap(shown: number, zone: IANAZone): number {
  let before = shown - DAY_MS;
  let reached = shown + DAY_MS;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (middle + offsetAt(middle, zone) >= shown) reached = middle;
    else before = middle;
  }
  return reached;
}

/** How far the clock is ahead of UTC, ms. */
function offsetAt(at: number, zone: IANAZone): number {
  return zone.offset(at) * MINUTE_MS;
}

function localDay(at: number, zone: IANAZone): number {
  return Math.floor((at + offsetAt(at, zone)) / DAY_MS);
}

/** 1 is Monday, 7 is Sunday. The 1st of January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function dayOf(date: string): number {
  if (!isDate(date)) throw new RangeError(`${date} is no date`);
  return Date.parse(date) / DAY_MS;
}

function minutesOf(time: string): number {
  if (!isTime(time)) throw new RangeError(`${time} is no time of day`);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function zoneOf(name: string): IANAZone {
  if (!isTimeZone(name)) throw new RangeError(`${name} is no time zone`);
  return IANAZone.create(name);
}
