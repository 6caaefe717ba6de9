import type { DateTime } from "luxon";
import type { TimeStyle } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";

/** A time in the future or just past, relative to now: a time today, tomorrow, or on a named day. */
export function spokenMoment(
  at: DateTime,
  now: DateTime,
  { style, language }: { readonly style: TimeStyle; readonly language: string },
): string {
  const there = at.setZone(now.zone);
  return localeOf(language).times.moment(
    { at: there, daysAhead: daysBetween(now, there), eve: there.minus({ days: 1 }) },
    style,
  );
}

/** The number of midnights between two times. */
function daysBetween(from: DateTime, to: DateTime): number {
  return Math.round(to.startOf("day").diff(from.startOf("day"), "days").days);
}
