import { dayAt, dayOf, dayOfNext, hasDay, instantOf, weekdayOf } from "../kernel/wall-clock.js";
import type { Recurrence, Schedule, WallClockRule } from "../records/schedule.js";

/*
 * Computes the runs of schedules that recur by local time. Instants are in ms since the epoch. On a day that a place skipped
 * altogether there is no run.
 */

/** A weekly rule whose next day was skipped, or whose run that day has passed, has its next run within this many days. */
const MAX_SEARCH_DAYS = 30;

/** The first run of a rule after an instant, excluding that instant. @throws {RangeError} */
export function nextRunAfter(rule: WallClockRule, zone: string, after: number): number {
  return nextFrom(rule, zone, after, -Infinity);
}

/** The next `count` runs of a rule after an instant. @throws {RangeError} */
export function nextRuns(rule: WallClockRule, zone: string, after: number, count: number): number[] {
  const found: number[] = [];
  for (let last = after; found.length < count; found.push(last)) last = nextRunAfter(rule, zone, last);
  return found;
}

/** The first run of a schedule after an instant; null when there is none. @throws {RangeError} */
export function runAfter({ rule, timeZone }: Pick<Schedule, "rule" | "timeZone">, after: number): number | null {
  return rule && nextRunAfter(rule, timeZone, after);
}

/**
 * The next run of a schedule, or what it would be if the schedule were not paused: runs are skipped during a pause. Null when
 * there is none, for example for a single run that fell into a pause. @throws {RangeError}
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
  /** The rule for further runs; null for a single run. */
  readonly rule: WallClockRule | null;
}

/** A request for a time of day. */
export interface WallClockTime {
  /** HH:MM. */
  readonly time: string;
  /** YYYY-MM-DD; null for today or, if the time has passed, tomorrow. */
  readonly date: string | null;
  readonly zone: string;
  readonly recurring: Recurrence | null;
}

/**
 * The first run of a new request. With a recurrence, the date is the first possible day; a weekly rule uses the weekday of that
 * date, or without a date that of today or tomorrow.
 *
 * @returns undefined when the date, or the time on it, is in the past
 * @throws {RangeError} when the time, the date or the zone is invalid
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
