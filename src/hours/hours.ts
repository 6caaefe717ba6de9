import { dayAt, hasDay, instantOf, lastInstantOf, weekdayOf } from "../kernel/wall-clock.js";

/** A period of a day, by its times: HH:MM, and 24:00 as an end. An end before the beginning is on the next day. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Days with periods of their own, in place of those of their weekday. Both days are included, as `dayOf` counts them. */
export interface ExceptionalDays {
  readonly first: number;
  readonly last: number;
  /** Empty when it is closed. */
  readonly periods: readonly Period[];
}

/** When something is open. */
export interface Hours {
  /** IANA name. */
  readonly timeZone: string;
  /** Periods of each weekday, Monday first; an empty list means closed. */
  readonly week: readonly (readonly Period[])[];
  /** A later entry wins over an earlier one. */
  readonly exceptions: readonly ExceptionalDays[];
}

/** A stretch of time, in ms since the epoch; its end is not included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How far ahead the next opening is searched for, in days. */
const MAX_DAYS = 400;

/** Whether it is open at an instant, in ms since the epoch. A period that begins the day before may last until then. */
export function isOpen(hours: Hours, at: number): boolean {
  const today = dayAt(at, hours.timeZone);
  return [today - 1, today].some((day) => stretchesOf(hours, day).some(({ from, to }) => from <= at && at < to));
}

/** Whether it is closed on a whole day, as `dayOf` counts them, apart from a period that began the day before. */
export function isClosedOn(hours: Hours, day: number): boolean {
  return periodsOn(hours, day).length === 0;
}

/** Returns the first instant from `at` on at which it is open, in ms since the epoch; undefined when there is none in 400 days. */
export function nextOpening(hours: Hours, at: number): number | undefined {
  if (isOpen(hours, at)) return at;
  const today = dayAt(at, hours.timeZone);
  for (let day = today; day <= today + MAX_DAYS; day++) {
    const begins = stretchesOf(hours, day).flatMap(({ from, to }) => (from > at && to > from ? [from] : []));
    if (begins.length > 0) return Math.min(...begins);
  }
  return undefined;
}

/** The periods that begin on a day. A clock change may shorten one to nothing. */
function stretchesOf(hours: Hours, day: number): readonly Stretch[] {
  const { timeZone: zone } = hours;
  const periods = periodsOn(hours, day);
  if (periods.length === 0 || !hasDay(day, zone)) return [];
  return periods.map(({ from, to }) => ({
    from: instantOf(day, from, zone),
    to: endOf(day, from, to, zone),
  }));
}

/** A period lasts until the clock shows its end for the last time. */
function endOf(day: number, from: string, to: string, zone: string): number {
  if (to === "24:00") return lastInstantOf(day + 1, "00:00", zone);
  return lastInstantOf(to > from ? day : day + 1, to, zone);
}

function periodsOn({ week, exceptions }: Hours, day: number): readonly Period[] {
  const own = exceptions.findLast(({ first, last }) => first <= day && day <= last);
  return own?.periods ?? week[weekdayOf(day) - 1] ?? [];
}
