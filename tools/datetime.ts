import { defineTool, type Tool } from "../src/toolbox/tool.js";
import { placeNamed } from "./datetime/places.js";
import type { TimeStyle } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";

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
    execute({ format, timezone }, { now, language }) {
      const { times, tools } = localeOf(language);
      const place = timezone === undefined ? undefined : placeNamed(String(timezone));
      if (timezone !== undefined && !place) {
        return { status: "FAILED", message: tools.datetime.unknownZone(String(timezone)) };
      }
      const there = place ? now.setZone(place.zone) : now;
      return {
        status: "SUCCESS",
        message: tools.datetime.now({
          ...(format !== "date" && { time: times.timeOfDay(there, timeStyle) }),
          ...(format !== "time" && { day: there, hasWeekday: format !== "datetime" }),
          ...(place && { place: place.name }),
        }),
        data: { iso: there.toISO(), timezone: there.zoneName },
      };
    },
  });
}
