import { nearest } from "../kernel/nearest.js";
import { clockTime, dayOf, isDate, isTimeZone } from "../kernel/wall-clock.js";
import { below, type ValidationFault } from "../validation/words.js";
import type { JsonSchema } from "../validation/validator.js";
import type { ExceptionalDays, Hours, Period } from "./hours.js";

/** Periods of a day as written: `9:00-17:30`, several in a list, or `closed`. */
export type WrittenPeriods = string | readonly string[];

/** Hours as written in a file or a request. */
export interface WrittenHours {
  readonly timezone?: string;
  readonly week: Readonly<Record<string, WrittenPeriods>>;
  readonly exceptions?: Readonly<Record<string, WrittenPeriods>>;
}

/** Weekdays by name, from 0 for Monday. A later name wins over an earlier one. */
const DAYS: Readonly<Record<string, readonly number[]>> = {
  daily: [0, 1, 2, 3, 4, 5, 6],
  weekdays: [0, 1, 2, 3, 4],
  weekends: [5, 6],
  monday: [0],
  tuesday: [1],
  wednesday: [2],
  thursday: [3],
  friday: [4],
  saturday: [5],
  sunday: [6],
};
const NAMES = Object.keys(DAYS);

const PERIODS: JsonSchema = {
  type: ["string", "array"],
  items: { type: "string", maxLength: 11 },
  maxItems: 12,
  description: "Periods such as 9:00-17:30, one or a list; an end before the beginning is on the next day. Or closed.",
};

/** The form of hours as written; {@link hoursFaults} finds what it cannot express. */
export const HOURS_SCHEMA: JsonSchema = {
  type: "object",
  description: "When it is open: by weekday, with exceptions.",
  properties: {
    timezone: { type: "string", description: "IANA time zone. Default: the service's own (`TIMEZONE`)." },
    week: {
      type: "object",
      description: "Periods by weekday. A weekday that is not named is closed; its name wins over that of a group.",
      additionalProperties: PERIODS,
    },
    exceptions: {
      type: "object",
      description:
        "Periods by date, or by first and last date as in 2026-12-24/2027-01-01, in place of those of the weekday.",
      maxProperties: 400,
      additionalProperties: PERIODS,
    },
  },
  required: ["week"],
  additionalProperties: false,
};

/** Faults of hours that fit the schema: times, dates and a zone that do not exist. */
export function hoursFaults(given: WrittenHours | undefined, path: string): ValidationFault[] {
  if (given === undefined) return [];
  const faults: ValidationFault[] = [];
  const { timezone, week, exceptions = {} } = given;
  if (timezone !== undefined && !isTimeZone(timezone)) {
    faults.push({ path: below(path, "timezone"), message: "must be an IANA time zone such as Europe/Rome" });
  }
  for (const [name, group] of Object.entries({ week, exceptions })) {
    for (const [day, periods] of Object.entries(group)) {
      const at = below(below(path, name), day);
      if (name === "week" && !NAMES.includes(day)) {
        const near = nearest(day.toLowerCase(), NAMES);
        faults.push({
          path: at,
          message: near ? `is not known; did you mean ${near}?` : `must be one of ${NAMES.join(", ")}`,
        });
      } else if (name === "exceptions" && !daysIn(day)) {
        faults.push({ path: at, message: "must be a date, or a first and a last date, written YYYY-MM-DD/YYYY-MM-DD" });
      } else if (!periodsIn(periods)) {
        faults.push({ path: at, message: "must be closed, or periods written HH:MM-HH:MM, such as 9:00-17:30" });
      }
    }
  }
  return faults;
}

/** Reads hours that have no faults. @param timeZone IANA name, for hours without one */
export function readHours({ timezone, week, exceptions = {} }: WrittenHours, timeZone: string): Hours {
  const byDay: (readonly Period[])[] = Array.from({ length: 7 }, () => []);
  for (const [name, days] of Object.entries(DAYS)) {
    const periods = week[name];
    if (periods !== undefined) for (const day of days) byDay[day] = periodsIn(periods) ?? [];
  }
  return {
    timeZone: timezone ?? timeZone,
    week: byDay,
    exceptions: Object.entries(exceptions).flatMap(([days, periods]): ExceptionalDays[] => {
      const range = daysIn(days);
      return range ? [{ ...range, periods: periodsIn(periods) ?? [] }] : [];
    }),
  };
}

function daysIn(text: string): Pick<ExceptionalDays, "first" | "last"> | undefined {
  const [first = "", last = first, ...more] = text.split("/");
  if (more.length > 0 || !isDate(first) || !isDate(last) || first > last) return undefined;
  return { first: dayOf(first), last: dayOf(last) };
}

/** Undefined when it is in another form. */
function periodsIn(written: WrittenPeriods): readonly Period[] | undefined {
  const parts = [written].flat() as readonly string[];
  if (parts.length === 1 && parts[0]?.trim().toLowerCase() === "closed") return [];
  const periods = parts.map(periodIn);
  return periods.every((period) => period !== undefined) ? periods : undefined;
}

function periodIn(text: string): Period | undefined {
  const [, begin = "", end = ""] = /^\s*(\d{1,2}:\d\d)\s*[-–]\s*(\d{1,2}:\d\d)\s*$/.exec(text) ?? [];
  const from = clockTime(begin);
  const to = end === "24:00" ? end : clockTime(end);
  return from !== undefined && to !== undefined && from !== to ? { from, to } : undefined;
}
