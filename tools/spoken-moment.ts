import type { DateTime } from "luxon";
import { NIGHT_ENDS, type TimeStyle } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";

/** A time in the future or just past, relative to now: a time today, tomorrow, or on a named day. */
export function spokenMoment(
  at: DateTime,
  now: DateTime,
  { style, language }: { readonly style: TimeStyle; readonly language: string },
): string {
  const there = at.setZone(now.zone);
  const daysAhead = daysBetween(now, there);
  const moment = {
    at: there,
    daysAhead,
    eve: there.minus({ days: 1 }),
    isNight: isOfNightBefore(there, now, daysAhead),
  };
  return localeOf(language).times.moment(moment, style);
}

/** A caller who asks after midnight takes "tonight" for the current night, not for the next one. Midnight itself begins a night. */
function isOfNightBefore(at: DateTime, now: DateTime, daysAhead: number): boolean {
  if (at.hour >= NIGHT_ENDS) return false;
  return at.hour + at.minute === 0 || daysAhead !== 1 || now.hour >= NIGHT_ENDS;
}

/** The number of midnights between two times. */
function daysBetween(from: DateTime, to: DateTime): number {
  return Math.round(to.startOf("day").diff(from.startOf("day"), "days").days);
}
