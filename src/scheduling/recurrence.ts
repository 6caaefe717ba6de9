import { dayAt, dayOf, dayOfNext, hasDay, instantOf, weekdayOf } from "../kernel/wall-clock.js";
import type { Recurrence, RecurrenceDetails, Schedule, WallClockRule } from "../records/schedule.js";

/*
 * Computes the runs of schedules that recur by local time. Instants are in ms since the epoch, days are counted as by `dayOf`. On a
 * day that a place skipped altogether there is no run.
 */

/** How far ahead the next run of a rule is searched for, in days: a monthly one may be two months away, closed days more. */
const MAX_SEARCH_DAYS = 400;

/** The days on which an assistant's hours are closed; undefined when it has no hours. */
export type ClosedDays = (assistant: string) => ((day: number) => boolean) | undefined;

type Recurring = Pick<Schedule, "rule" | "timeZone" | "assistant">;

/** The first run of a rule after an instant, excluding that instant; null when it has ended. @throws {RangeError} */
export function nextRunAfter(rule: WallClockRule, zone: string, after: number): number | null {
  return nextFrom(rule, zone, after);
}

/**
 * The first run of a schedule after an instant, on closed days too: the hours may change until then. Null when there is none.
 *
 * @param from the earliest day that counts; default: any
 * @throws {RangeError}
 */
export function runAfter({ rule, timeZone }: Pick<Schedule, "rule" | "timeZone">, after: number, from?: number) {
  return rule && nextFrom(rule, timeZone, after, { from });
}

/** The last day that a run belongs to, when the schedule pauses on all of them; otherwise undefined. @throws {RangeError} */
export function dayOff(schedule: Recurring, at: number, closedDays: ClosedDays): number | undefined {
  const { rule, timeZone } = schedule;
  const isOff = daysOffOf(schedule, closedDays);
  if (!rule || !isOff) return undefined;
  const today = dayAt(at, timeZone);
  // What repeats past midnight, or was delayed past it by a clock change, belongs to the day before; a repetition around the clock
  // may belong to both days.
  const belongs = (day: number) => runsOn(rule, day) && runOn(rule, timeZone, day, at - 1) === at;
  const days = [today - 1, today].filter(belongs);
  const all = days.length === 0 ? [today] : days;
  return all.every(isOff) ? all.at(-1) : undefined;
}

/**
 * The next run of a schedule, or what it would be if the schedule were not paused: runs are skipped during a pause. Null when
 * there is none, for example for a single run that fell into a pause. @throws {RangeError}
 */
export function upcomingRun(
  schedule: Recurring & Pick<Schedule, "nextAt" | "paused">,
  now: number,
  closedDays: ClosedDays,
): number | null {
  const { nextAt, paused } = schedule;
  const next = paused && nextAt !== null && nextAt <= now ? runAfter(schedule, now) : nextAt;
  return next === null || !daysOffOf(schedule, closedDays) ? next : followingRun(schedule, next - 1, closedDays);
}

/** The first run after an instant that is on no closed day, as the hours are now; null when there is none. @throws {RangeError} */
export function followingRun(schedule: Recurring, after: number, closedDays: ClosedDays): number | null {
  const { rule, timeZone } = schedule;
  return rule && nextFrom(rule, timeZone, after, { isOff: daysOffOf(schedule, closedDays) });
}

/** Whether a run that was due at an instant was planned: one that a client requests is not. @throws {RangeError} */
export function isPlanned(schedule: Pick<Schedule, "rule" | "timeZone">, at: number): boolean {
  return runAfter(schedule, at - 1) === at;
}

/** The latest repetition that is due, given one; the same when there is no later one. @throws {RangeError} */
export function latestRepetition(schedule: Pick<Schedule, "rule" | "timeZone">, run: number, now: number): number {
  const intervalMs = (schedule.rule?.every?.minutes ?? 0) * 60_000;
  if (intervalMs === 0) return run;
  const at = (count: number) => run + count * intervalMs;
  let [low, high] = [0, Math.max(0, Math.floor((now - run) / intervalMs))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPlanned(schedule, at(middle))) low = middle;
    else high = middle - 1;
  }
  return at(low);
}

/** Undefined when Node does not know a zone, or not any more. */
export function inKnownZone<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export interface FirstRun {
  readonly at: number;
  /** The rule for further runs; null for a single run. */
  readonly rule: WallClockRule | null;
}

/** A request for a time of day. */
export interface WallClockTime extends RecurrenceDetails {
  /** HH:MM. */
  readonly time: string;
  /** YYYY-MM-DD; null for today or, if the time has passed, tomorrow. */
  readonly date: string | null;
  readonly zone: string;
  readonly recurring: Recurrence | null;
}

/**
 * The first run of a new request. With a recurrence, the date is the first possible day; a weekly rule uses the weekday of that
 * date, or without a date that of today or tomorrow, and a monthly one without a day of its own its day of the month.
 *
 * @returns undefined when the date, or the time on it, is in the past, and when a recurrence ends before its first run
 * @throws {RangeError} when the time, the date or the zone is invalid
 */
export function firstRun(
  { time, date, zone, recurring, ...details }: WallClockTime,
  now: number,
): FirstRun | undefined {
  const today = dayAt(now, zone);
  const next = details.every ? today : dayOfNext(time, zone, now);
  const from = date === null ? next : dayOf(date);
  if (recurring !== null) {
    if (from < today) return undefined;
    const monthDay = recurring === "monthly" && { monthDay: details.monthDay ?? String(dayOfMonth(from)) };
    const weekday = recurring === "weekly" ? weekdayOf(from) : null;
    const rule = { recurring, time, weekday, ...details, ...monthDay };
    const at = nextFrom(rule, zone, now, { from });
    return at === null ? undefined : { at, rule };
  }
  const at = instantOf(from, time, zone);
  return at > now ? { at, rule: null } : undefined;
}

/** Whether a schedule pauses on a day; undefined when it never does. */
function daysOffOf({ rule, assistant }: Recurring, closedDays: ClosedDays): ((day: number) => boolean) | undefined {
  return rule?.exceptClosedDays && assistant !== undefined ? closedDays(assistant) : undefined;
}

/**
 * The first run after an instant; null when there is none.
 *
 * @param days `from`: the earliest day that counts; `isOff`: the days that do not count
 */
function nextFrom(
  rule: WallClockRule,
  zone: string,
  after: number,
  days: { readonly from?: number | undefined; readonly isOff?: ((day: number) => boolean) | undefined } = {},
): number | null {
  const { from = -Infinity, isOff } = days;
  const today = dayAt(after, zone);
  // What repeats past midnight may have begun yesterday.
  const first = Math.max(rule.every ? today - 1 : today, from);
  const last = rule.untilDate === undefined ? Infinity : dayOf(rule.untilDate);
  const end = Math.min(first + MAX_SEARCH_DAYS, last + 1);
  for (let day = first; day < end; day++) {
    if (!runsOn(rule, day) || isOff?.(day)) continue;
    const at = runOn(rule, zone, day, after);
    if (at !== undefined) return at;
  }
  if (last !== Infinity || isOff) return null;
  throw new RangeError(`There is no run after ${after}`);
}

/** The first run that belongs to a day and is after an instant. */
function runOn({ time, every }: WallClockRule, zone: string, day: number, after: number): number | undefined {
  const begin = instantOf(day, time, zone);
  const isLater = begin > after;
  if (!(isLater || every) || !hasDay(day, zone)) return undefined;
  if (isLater || !every) return begin;
  const intervalMs = every.minutes * 60_000;
  const at = begin + (Math.floor((after - begin) / intervalMs) + 1) * intervalMs;
  const latest = instantOf(every.lastTime > time ? day : day + 1, every.lastTime, zone);
  return at <= latest ? at : undefined;
}

function runsOn({ recurring, weekday, monthDay = "", untilDate }: WallClockRule, day: number): boolean {
  if (untilDate !== undefined && day > dayOf(untilDate)) return false;
  switch (recurring) {
    case "daily":
      return true;
    case "weekdays":
      return weekdayOf(day) <= 5;
    case "weekends":
      return weekdayOf(day) > 5;
    case "weekly":
      return weekdayOf(day) === weekday;
    case "monthly":
      return isMonthDay(day, monthDay);
  }
}

const ORDINALS = ["first", "second", "third", "fourth", "last"];
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAY_MS = 86_400_000;

/** A day of each month: `1` to `31`, `last`, or a weekday such as `first_monday` or `last_friday`. */
export const MONTH_DAY = `^([1-9]|[12][0-9]|3[01]|last|(${ORDINALS.join("|")})_(${WEEKDAYS.join("|")}))$`;

/** The day of the month of a day, as `dayOf` counts them: 1 to 31. */
function dayOfMonth(day: number): number {
  return new Date(day * DAY_MS).getUTCDate();
}

/** Whether a day, as `dayOf` counts them, is that day of its month. */
function isMonthDay(day: number, which: string): boolean {
  const inMonth = dayOfMonth(day);
  if (which === "last") return dayOfMonth(day + 1) === 1;
  const [ordinal = "", weekday] = which.split("_");
  if (weekday === undefined) return inMonth === Number(which);
  if (WEEKDAYS[weekdayOf(day) - 1] !== weekday) return false;
  return ordinal === "last" ? dayOfMonth(day + 7) <= 7 : Math.ceil(inMonth / 7) === ORDINALS.indexOf(ordinal) + 1;
}
