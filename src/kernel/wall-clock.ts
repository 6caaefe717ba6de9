import { DateTime, IANAZone } from "luxon";

/*
 * Times of day as the clock on the wall of a place shows them, and when that is. A time that a clock change skips counts as
 * the first moment after the gap; one that occurs twice is meant the first time.
 *
 * Instants are in ms since the epoch; what a zone's clock shows at one comes from the time-zone data that Node brings along
 * (`process.versions.tz`). Days of the calendar are counted from the 1st of January 1970. Zones are IANA names, dates are
 * written YYYY-MM-DD and times of day HH:MM; what is none is a RangeError wherever it is used.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether it is the name of a zone that Node knows, such as Europe/Rome; whatever was given. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);
}

/** Whether it is a time of day from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * A time of day from 00:00 to 23:59 as it is written everywhere inside: HH:MM. Undefined for what is none; 7:00 and 07:00:00 are
 * one, for they can mean nothing else.
 */
export function clockTime(text: string): string | undefined {
  const [, hour = "", minute = ""] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(text) ?? [];
  const time = `${hour.padStart(2, "0")}:${minute}`;
  return isTime(time) ? time : undefined;
}

/** Whether it is a day of the calendar. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
}

/** The day that a date means. */
export function dayOf(date: string): number {
  if (!isDate(date)) throw new RangeError(`${date} is no date`);
  return Date.parse(date) / DAY_MS;
}

/** Of a day: 1 is Monday, 7 is Sunday. The 1st of January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The day that the clock in a zone shows at an instant. */
export function dayAt(at: number, zone: string): number {
  return Math.floor((at + offsetAt(at, zoneOf(zone))) / DAY_MS);
}

/** The day of the next time of day after an instant: today, or tomorrow when it is past today. */
export function dayOfNext(time: string, zone: string, after: number): number {
  const today = dayAt(after, zone);
  return instantOf(today, time, zone) > after ? today : today + 1;
}

/** When it is that time on that day in a zone. */
export function instantOf(day: number, time: string, zone: string): number {
  return resolve(day * DAY_MS + minutesOf(time) * MINUTE_MS, zoneOf(zone));
}

/** Whether a zone has a day at all: Samoa left out the 30th of December 2011. */
export function hasDay(day: number, zone: string): boolean {
  return dayAt(resolve(day * DAY_MS, zoneOf(zone)), zone) === day;
}

/** An instant as the clock in a zone shows it, with its offset and without fractions: 2026-03-29T09:00:00+02:00. */
export function localTime(at: number, zone: string): string {
  return DateTime.fromMillis(at - (at % 1000), { zone: zoneOf(zone) }).toISO({ suppressMilliseconds: true }) ?? "";
}

/** How far the clock in a zone is ahead of UTC at an instant, ms. */
export function clockAheadMs(at: number, zone: string): number {
  return offsetAt(at, zoneOf(zone));
}

/**
 * When the clock in a zone shows what UTC's clock shows at `shown`. Its offset then is, as a rule, that of a day before or
 * of a day after; where neither leads to that time there is none, and where both do it occurs twice.
 */
function resolve(shown: number, zone: IANAZone): number {
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

function minutesOf(time: string): number {
  if (!isTime(time)) throw new RangeError(`${time} is no time of day`);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function zoneOf(name: string): IANAZone {
  const zone = /^[A-Za-z]/.test(name) ? IANAZone.create(name) : undefined;
  if (!zone?.isValid) throw new RangeError(`${name} is no time zone`);
  return zone;
}
