import type { DateTime } from "luxon";
import { defineTool, type Tool } from "../src/toolbox/tool.js";
import { placeNamed } from "./datetime/places.js";
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
        description: "IANA name of a time zone, such as Asia/Tokyo, or a large city; the caller's own unless given",
        maxLength: 64,
      },
    },
    execute({ format, timezone }, { now }) {
      const place = timezone === undefined ? undefined : placeNamed(String(timezone));
      if (timezone !== undefined && !place) {
        return { status: "FAILED", message: `I do not know the time zone ${String(timezone)}.` };
      }
      const there = (place ? now.setZone(place.zone) : now).setLocale("en-US");
      const what = spoken(there, String(format), timeStyle);
      return {
        status: "SUCCESS",
        message: place ? `In ${place.name} it is ${what}.` : `It is ${what}.`,
        data: { iso: there.toISO(), timezone: there.zoneName },
      };
    },
  });
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
