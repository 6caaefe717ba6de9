import { weekdayOf } from "../kernel/wall-clock.js";

const ORDINALS = ["first", "second", "third", "fourth", "last"];
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAY_MS = 86_400_000;

/** A day of each month: `1` to `31`, `last`, or a weekday such as `first_monday` or `last_friday`. */
export const MONTH_DAY = `^([1-9]|[12][0-9]|3[01]|last|(${ORDINALS.join("|")})_(${WEEKDAYS.join("|")}))$`;

/** The day of the month of a day, as `dayOf` counts them: 1 to 31. */
export function dayOfMonth(day: number): number {
  return new Date(day * DAY_MS).getUTCDate();
}

/** Whether a day, as `dayOf` counts them, is that day of its month. */
export function isMonthDay(day: number, which: string): boolean {
  const inMonth = dayOfMonth(day);
  if (which === "last") return dayOfMonth(day + 1) === 1;
  const [ordinal = "", weekday] = which.split("_");
  if (weekday === undefined) return inMonth === Number(which);
  if (WEEKDAYS[weekdayOf(day) - 1] !== weekday) return false;
  return ordinal === "last" ? dayOfMonth(day + 7) <= 7 : Math.ceil(inMonth / 7) === ORDINALS.indexOf(ordinal) + 1;
}
