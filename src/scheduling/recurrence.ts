import { dayAt, dayOf, dayOfNext, hasDay, instantOf, weekdayOf } from "../kernel/wall-clock.js";
import type { Recurrence, Schedule, WallClockRule } from "../records/schedule.js";

/*
 * When something runs that recurs by the clock on the wall. Instants are in ms since the epoch. On a day that a place left out
 * altogether nothing runs.
 */

/** A weekly rule whose next day was left out, or whose run that day is over, comes to its run within so many days. */
const MAX_SEARCH_DAYS = 30;

/** The first run of a rule after an instant, that instant itself not counted. @throws {RangeError} */
export function nextRunAfter(rule: WallClockRule, zone: string, after: number): number {
  return nextFrom(rule, zone, after, -Infinity);
}

/** The next so many runs of a rule after an instant. @throws {RangeError} */
export function nextRuns(rule: WallClockRule, zone: string, after: number, count: number): number[] {
  const found: number[] = [];
  for (let last = after; found.length < count; found.push(last)) last = nextRunAfter(rule, zone, last);
  return found;
}

/** When a schedule is due after an instant; null when it is not any more. @throws {RangeError} */
export function runAfter({ rule, timeZone }: Pick<Schedule, "rule" | "timeZone">, after: number): number | null {
  return rule && nextRunAfter(rule, timeZone, after);
}

/**
 * When a schedule will run next, or would if it was not paused: its times pass by meanwhile. Null when it will not any more,
 * as one that runs once and was paused when it was due. @throws {RangeError}
 */
export function upcomingRun(
  schedule: Pick<Schedule, "rule" | "timeZone" | "nextAt" | "paused">,
  now: number,
): number | null {
  const { nextAt, paused } = schedule;
  return paused && nextAt !== null && nextAt <= now ? runAfter(schedule, now) : nextAt;
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
  const today = dayAt(now, zone);
  const from = date === null ? dayOfNext(time, zone, now) : dayOf(date);
  if (recurring !== null) {
    if (from < today) return undefined;
    const rule = { recurring, time, weekday: recurring === "weekly" ? weekdayOf(from) : null };
    return { at: nextFrom(rule, zone, now, from), rule };
  }
  const at = instantOf(from, time, zone);
  return at > now ? { at, rule: null } : undefined;
}

/** @param from the earliest day that counts */
function nextFrom(rule: WallClockRule, zone: string, after: number, from: number): number {
  const first = Math.max(dayAt(after, zone), from);
  for (let day = first; day < first + MAX_SEARCH_DAYS; day++) {
    if (!runsOn(rule, weekdayOf(day))) continue;
    const at = instantOf(day, rule.time, zone);
    if (at > after && hasDay(day, zone)) return at;
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
