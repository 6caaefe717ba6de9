import type { DateTime } from "luxon";
import { isTimeZone } from "../src/kernel/wall-clock.js";
import { defineTool, type Tool } from "../src/toolbox/tool.js";
import { ordinal, timeOfDay, type TimeStyle } from "./spoken/time-of-day.js";

export interface DatetimeNeeds {
  readonly timeStyle: TimeStyle;
}

export function createDatetime({ timeStyle }: DatetimeNeeds): Tool {
  return defineTool({
    name: "DATETIME",
    description: "Tells the current time and date, here or in another time zone.",
    parameters: {
      format: {
        type: "string",
        description: "What to tell: the time, the date, both, or both with the day of the week (full)",
        enum: ["time", "date", "datetime", "full"],
        default: "full",
      },
      timezone: {
        type: "string",
        description: "IANA name of a time zone, such as Asia/Tokyo; the caller's own unless given",
        maxLength: 64,
      },
    },
    execute({ format, timezone }, { now }) {
      const zone = timezone === undefined ? undefined : zoneNamed(String(timezone));
      if (timezone !== undefined && !zone) {
        return { status: "FAILED", message: `I do not know the time zone ${String(timezone)}.` };
      }
      const there = (zone ? now.setZone(zone) : now).setLocale("en-US");
      const what = spoken(there, String(format), timeStyle);
      return {
        status: "SUCCESS",
        message: zone ? `In ${placeOf(zone)} it is ${what}.` : `It is ${what}.`,
        data: { iso: there.toISO(), timezone: there.zoneName },
      };
    },
  });
}

/** Of names with a place in them. A place alone is looked for under each; what is no zone of Node's is none here. */
const REGIONS = [
  "Africa",
  "America",
  "America/Argentina",
  "America/Indiana",
  "America/Kentucky",
  "America/North_Dakota",
  "Antarctica",
  "Arctic",
  "Asia",
  "Atlantic",
  "Australia",
  "Europe",
  "Indian",
  "Pacific",
];

/**
 * The zone that is meant, by the name that it was asked for: Europe/Kyiv stays that, and Europe/Kiev too. Which of two
 * names a zone is listed by depends on the version of Node, so nothing is looked up in its list. A place alone, such as
 * "Tokyo", will do as well.
 */
function zoneNamed(asked: string): string | undefined {
  const name = properCase(asked.trim().replaceAll(/\s+/g, "_"));
  if (/^(?:utc|gmt)$/i.test(name)) return "UTC";
  const places = name.includes("/") ? [] : REGIONS.map((region) => `${region}/${name}`);
  return [...places, name].find(isTimeZone);
}

/** Node knows a name in any case, and answers should have the usual one: Asia/Tokyo, Africa/Porto-Novo, America/Port_of_Spain. */
function properCase(name: string): string {
  if (/[A-Z]/.test(name) && (/[a-z]/.test(name) || !name.includes("/"))) return name;
  return name
    .toLowerCase()
    .replace(/(?<![a-z'])[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/(?<=[_-])(?:Of|Es|Au)(?=[_-])/g, (word) => word.toLowerCase());
}

/** Asia/Tokyo is spoken of as Tokyo. */
function placeOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

function spoken(at: DateTime, format: string, style: TimeStyle): string {
  if (format === "time") return timeOfDay(at, style);
  if (format === "date") return `${at.weekdayLong}, ${dateOf(at)}`;
  return `${timeOfDay(at, style)} on ${format === "full" ? `${at.weekdayLong}, ` : ""}${dateOf(at)}`;
}

/** November 21st, 2026 */
function dateOf(at: DateTime): string {
  return `${at.monthLong} ${ordinal(at.day)}, ${at.year}`;
}
