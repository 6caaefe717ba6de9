import { DateTime, IANAZone } from "luxon";

/*
 * Converts between instants and local times of day. A time that a clock change skips means the first moment after the gap; one
 * that occurs twice means the first.
 *
 * Instants are in ms since the epoch; the offsets of zones come from Node's own time-zone data (`process.versions.tz`). Calendar
 * days are counted from 1 January 1970. Zones are IANA names, dates are written YYYY-MM-DD and times of day HH:MM; an invalid one
 * causes a RangeError.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whether a value is the name of a time zone that Node knows, such as Europe/Rome. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);
}

/** Whether a value is a time of day from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * Normalises a time of day from 00:00 to 23:59 to HH:MM. Accepts the unambiguous forms 7:00 and 07:00:00; undefined when invalid.
 */
export function clockTime(text: string): string | undefined {
  const [, hour = "", minute = ""] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(text) ?? [];
  const time = `${hour.padStart(2, "0")}:${minute}`;
  return isTime(time) ? time : undefined;
}

/** Whether a value is a calendar date. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
}

/** The day number of a date. */
export function dayOf(date: string): number {
  if (!isDate(date)) throw new RangeError(`${date} is not a date`);
  return Date.parse(date) / DAY_MS;
}

/** The weekday of a day: 1 is Monday, 7 is Sunday. 1 January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The local day in a zone at an instant. */
export function dayAt(at: number, zone: string): number {
  return Math.floor((at + offsetAt(at, zoneOf(zone))) / DAY_MS);
}

/** The day of the next occurrence of a time of day after an instant: today or, if it has passed, tomorrow. */
export function dayOfNext(time: string, zone: string, after: number): number {
  const today = dayAt(after, zone);
  return instantOf(today, time, zone) > after ? today : today + 1;
}

/**
 * The next instant after `after` at which a zone's clock shows a time of day. Of one that occurs twice, the second counts when the
 * first has passed.
 */
export function nextInstantOf(time: string, zone: string, after: number): number {
  const today = dayAt(after, zone);
  const shown = today * DAY_MS + minutesOf(time) * MINUTE_MS;
  const later = instantsOf(shown, zoneOf(zone)).filter((at) => at > after);
  return later.length > 0 ? Math.min(...later) : instantOf(today + 1, time, zone);
}

/** The instant of a local time of day on a day in a zone. */
export function instantOf(day: number, time: string, zone: string): number {
  return resolve(day * DAY_MS + minutesOf(time) * MINUTE_MS, zoneOf(zone));
}

/** The last instant at which a zone's clock shows a time of day on a day: the second one of a time that occurs twice. */
export function lastInstantOf(day: number, time: string, zone: string): number {
  return Math.max(...instantsOf(day * DAY_MS + minutesOf(time) * MINUTE_MS, zoneOf(zone)));
}

/** Whether a zone has that day at all: Samoa skipped 30 December 2011. */
export function hasDay(day: number, zone: string): boolean {
  const [before, after] = offsetsAround(day * DAY_MS, zoneOf(zone));
  // A zone that skips a day has a different offset afterwards.
  return before === after || dayAt(resolve(day * DAY_MS, zoneOf(zone)), zone) === day;
}

/** An instant as local time with its offset and without fractions: 2026-03-29T09:00:00+02:00. */
export function localTime(at: number, zone: string): string {
  return DateTime.fromMillis(at - (at % 1000), { zone: zoneOf(zone) }).toISO({ suppressMilliseconds: true }) ?? "";
}

/** The offset of a zone from UTC at an instant, in ms. */
export function clockAheadMs(at: number, zone: string): number {
  return offsetAt(at, zoneOf(zone));
}

/** The first instant at which a zone's local time is `shown`, or the first moment after the gap that it falls into. */
function resolve(shown: number, zone: IANAZone): number {
  return Math.min(...instantsOf(shown, zone));
}

/**
 * The instants at which a zone's local time is `shown`. Its offset is usually that of the day before or the day after; if neither
 * yields that time it does not exist, and if both do it occurs twice.
 */
function instantsOf(shown: number, zone: IANAZone): readonly number[] {
  const fitting = [...new Set(offsetsAround(shown, zone))]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at, zone) === shown);
  return fitting.length > 0 ? fitting : [firstAfterGap(shown, zone)];
}

/** The offsets of the day before and the day after. */
function offsetsAround(shown: number, zone: IANAZone): readonly [number, number] {
  return [offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)];
}

/** The first instant whose local time is `shown` or later, by bisecting the two days around it down to a millisecond. */
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

/** The offset from UTC, in ms. */
function offsetAt(at: number, zone: IANAZone): number {
  return zone.offset(at) * MINUTE_MS;
}

function minutesOf(time: string): number {
  if (!isTime(time)) throw new RangeError(`${time} is not a time of day`);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function zoneOf(name: string): IANAZone {
  const zone = /^[A-Za-z]/.test(name) ? IANAZone.create(name) : undefined;
  if (!zone?.isValid) throw new RangeError(`${name} is not a time zone`);
  return zone;
}
