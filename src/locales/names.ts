import type { Day } from "./locale.js";

const formats = new Map<string, Intl.DateTimeFormat>();

/** The name of a day's month in a language, as in a date. */
export function nameOfMonth(tag: string, day: Day): string {
  return partOf(tag, "month", { day: "numeric", month: "long", timeZone: "UTC" }, day);
}

/** The name of a day of the week. */
export function nameOfWeekday(tag: string, day: Day): string {
  return partOf(tag, "weekday", { weekday: "long", timeZone: "UTC" }, day);
}

function partOf(tag: string, type: "month" | "weekday", options: Intl.DateTimeFormatOptions, day: Day): string {
  const key = `${tag} ${type}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(tag, options)));
  const parts = format.formatToParts(Date.UTC(day.year, day.month - 1, day.day));
  return parts.find((part) => part.type === type)?.value ?? "";
}
