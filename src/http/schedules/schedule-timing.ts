import { clockTime, isDate, isTimeZone, localTime } from "../../kernel/wall-clock.js";
import type { Recurrence, RecurrenceDetails } from "../../records/schedule.js";
import { type ClosedDays, firstRun, MONTH_DAY, upcomingRun } from "../../scheduling/recurrence.js";
import type { Plan } from "../../scheduling/new-schedule.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { text, whole } from "../kit/schema.js";
import { EXCEPTIONS, isRecurrence, recurring } from "./schedule-body.js";

/* The fields of a request that say when a scheduled call is due. */

export interface TimingBody {
  readonly at_time?: string;
  readonly delay_seconds?: number;
  readonly date?: string;
  readonly timezone?: string;
  readonly recurring?: Recurrence;
  readonly on_day?: string;
  readonly every_minutes?: number;
  readonly last_time?: string;
  readonly until_date?: string;
  readonly except?: (typeof EXCEPTIONS)[number];
}

const TIME_OF_DAY: JsonSchema = {
  pattern: "^([01]?[0-9]|2[0-3]):[0-5][0-9](:00)?$",
  "x-expected": "a time of day from 00:00 to 23:59, written HH:MM",
};

/** Runs that follow each other more closely would be due while the one before may still be late, and be a nuisance. */
const MIN_INTERVAL_MINUTES = 5;

export const timingFields: Readonly<Record<keyof TimingBody, JsonSchema>> = {
  at_time: text(
    "The time of day in `timezone`. A time skipped by a clock change becomes the first moment after the " +
      "gap; a time that occurs twice means the first. Give either this or `delay_seconds`.",
    TIME_OF_DAY,
  ),
  delay_seconds: whole("Seconds until the call is due. Give either this or `at_time`.", {
    minimum: 1,
    maximum: 31_622_400,
  }),
  date: text(
    "The day of `at_time`; for a recurring call, the first possible day. Default: today or, if that time " +
      "has passed, tomorrow.",
    { format: "date" },
  ),
  timezone: text("The IANA time zone. Default: the service's own (`TIMEZONE`).", {
    maxLength: 64,
    pattern: "^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$",
    "x-expected": "an IANA time zone such as Europe/Rome",
  }),
  recurring: { ...recurring, description: `${recurring.description} Only with \`at_time\`.` },
  on_day: text(
    "With `recurring: monthly`, the day of the month: `1` to `31`, `last`, or `first_monday` to `last_sunday`. A month " +
      "without that day has no run. Default: that of the first possible day.",
    {
      pattern: MONTH_DAY,
      "x-expected": "a day of the month: 1 to 31, last, or one such as first_monday, third_friday and last_sunday",
    },
  ),
  every_minutes: whole(
    "Repeats on each of its days: first at `at_time`, then whenever so many minutes have passed, until `last_time`.",
    { minimum: MIN_INTERVAL_MINUTES, maximum: 1439 },
  ),
  last_time: text(
    "The latest time of a repetition; one before `at_time` is on the next day. Default: 23:59.",
    TIME_OF_DAY,
  ),
  until_date: text("The last day on which it recurs.", { format: "date" }),
  except: text(
    "`closed_days` leaves out the days on which the hours of `assistant` are closed, holidays included, as the file of " +
      "assistants has them when the call is due.",
    { enum: EXCEPTIONS },
  ),
};

/** Fields that are of no use without others. */
export const NEEDED_WITH = {
  date: ["at_time"],
  recurring: ["at_time"],
  on_day: ["recurring"],
  every_minutes: ["recurring"],
  last_time: ["every_minutes"],
  until_date: ["recurring"],
  except: ["recurring"],
};

const LAST_TIME = "23:59";

/** When it is due. @param timeZone IANA name, for bodies without one */
export function planIn(body: TimingBody, timeZone: string): Plan {
  const { at_time = "", delay_seconds: seconds = 0, date = null, recurring } = body;
  const time = clockTime(at_time);
  const details = detailsIn(body);
  return {
    timeZone: body.timezone ?? timeZone,
    recurring: recurring ?? null,
    ...(Object.keys(details).length > 0 && { details }),
    when: time === undefined ? { kind: "delay", seconds } : { kind: "time", time, date },
  };
}

function detailsIn({ on_day, every_minutes: minutes, last_time = LAST_TIME, until_date, except }: TimingBody) {
  return {
    ...(on_day !== undefined && { monthDay: on_day }),
    ...(minutes !== undefined && { every: { minutes, lastTime: clockTime(last_time) ?? LAST_TIME } }),
    ...(until_date !== undefined && { untilDate: until_date }),
    ...(except && { exceptClosedDays: true as const }),
  } satisfies RecurrenceDetails;
}

export interface TimingFaultsNeeds {
  /** IANA name, for bodies without one. */
  readonly timeZone: string;
  readonly closedDays: ClosedDays;
  readonly now: () => number;
}

/** Such fields as they were sent: of any type. */
type Given = { readonly [Field in keyof TimingBody | "assistant"]?: unknown };

const MAX_YEARS = 100;

/** Faults of the time that a schema cannot express. Accepts any input, valid or not. */
export function createTimingFaults(needs: TimingFaultsNeeds): (given: Given) => ValidationFault[] {
  const { closedDays, now } = needs;
  return (given) => {
    const { timezone, recurring, on_day, at_time, every_minutes, last_time, except, assistant } = given;
    const faults: ValidationFault[] = [];
    const fault = (path: string, message: string) => faults.push({ path, message });
    if (typeof timezone === "string" && !isTimeZone(timezone)) {
      fault("/timezone", "must be an IANA time zone such as Europe/Rome");
    }
    if (on_day !== undefined && isRecurrence(recurring) && recurring !== "monthly") {
      fault("/on_day", "requires recurring to be monthly");
    }
    if (every_minutes !== undefined && clockTime(String(last_time ?? LAST_TIME)) === clockTime(String(at_time))) {
      fault("/last_time", "must be another time than at_time");
    }
    if (except !== undefined && typeof assistant === "string" && !closedDays(assistant)) {
      fault("/except", "requires an assistant with hours");
    }
    return [...faults, ...farFaults(given, now()), ...runFaults(given, needs)];
  };
}

/** Reports a request that has no run. It may have had one when it was first made. */
function runFaults(given: Given, { timeZone, closedDays, now }: TimingFaultsNeeds): ValidationFault[] {
  const asked = timeOf(given, timeZone);
  if (!asked) return [];
  const at = now();
  const { recurring, assistant } = given;
  // The days on which it recurs do not affect whether its date is past.
  if (!firstRun({ ...asked, recurring: recurring === undefined ? null : "daily" }, at)) {
    const there = localTime(at, asked.zone);
    return [
      {
        path: "/date",
        message: `is in the past: in ${asked.zone} it is now ${there.slice(0, 10)} ${there.slice(11, 16)}`,
      },
    ];
  }
  const details = detailsOf(given);
  if (!isRecurrence(recurring) || !details) return [];
  const first = firstRun({ ...asked, recurring, ...details }, at);
  if (!first) return [{ path: "/until_date", message: "is before the first run" }];
  if (!details.exceptClosedDays || typeof assistant !== "string") return [];
  const schedule = { rule: first.rule, timeZone: asked.zone, assistant, nextAt: first.at, paused: false };
  const isNever = upcomingRun(schedule, at, closedDays) === null;
  return isNever ? [{ path: "/except", message: `leaves no run: ${assistant} is closed on all of these days` }] : [];
}

/** The time of day that is asked for, when it is valid. @param timeZone IANA name, for bodies without one */
function timeOf({ at_time, date = null, timezone }: Given, timeZone: string) {
  const zone = timezone ?? timeZone;
  const time = typeof at_time === "string" ? clockTime(at_time) : undefined;
  if (time === undefined || typeof zone !== "string" || !isTimeZone(zone)) return undefined;
  return date === null || isGivenDate(date) ? { time, date, zone } : undefined;
}

/** The details of a recurrence, when they are valid. */
function detailsOf({ on_day, every_minutes: minutes, last_time, until_date, except }: Given) {
  const isDay = on_day === undefined || (typeof on_day === "string" && new RegExp(MONTH_DAY).test(on_day));
  const isInterval = minutes === undefined || (Number.isInteger(minutes) && Number(minutes) > 0);
  const isUntil = until_date === undefined || isGivenDate(until_date);
  if (!isDay || !isInterval || !isUntil || !(last_time === undefined || clockTime(String(last_time)))) return undefined;
  return detailsIn({ on_day, every_minutes: minutes, last_time, until_date, except } as TimingBody);
}

function isGivenDate(value: unknown): value is string {
  return typeof value === "string" && isDate(value);
}

/** Catches a mistyped year now instead of in a century; times of day end with the year 9999 anyway. */
function farFaults({ date }: Given, now: number): ValidationFault[] {
  if (!isGivenDate(date)) return [];
  if (Number(date.slice(0, 4)) <= new Date(now).getUTCFullYear() + MAX_YEARS) return [];
  return [{ path: "/date", message: `is more than ${MAX_YEARS} years in the future` }];
}
