import type { DateTime } from "luxon";
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

/** The zone's proper name, whatever its case; a place alone, such as "Tokyo", will do as well. */
function zoneNamed(asked: string): string | undefined {
  const name = asked.trim().replaceAll(" ", "_").toLowerCase();
  if (name === "utc" || name === "gmt") return "UTC";
  const zones = Intl.supportedValuesOf("timeZone");
  const known = zones.find((zone) => zone.toLowerCase() === name || zone.toLowerCase().endsWith(`/${name}`));
  return known ?? aliasOf(asked.trim());
}

/** Names that are no longer the proper ones, such as US/Pacific or Asia/Calcutta, are still known to the system. */
function aliasOf(name: string): string | undefined {
  try {
    return /^[A-Z]/i.test(name)
      ? new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone
      : undefined;
  } catch {
    return undefined;
  }
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
