import type { WallClockRule } from "../../records/schedule.js";

/** How a schedule goes on after its first run, as the rest of a sentence: weekly, until 2026-12-31. */
export function recurrenceInWords({ recurring, monthDay, every, untilDate, exceptClosedDays }: WallClockRule): string {
  const on = recurring === "weekdays" || recurring === "weekends" ? "on " : "";
  return [
    ...(every ? [`every ${every.minutes} minutes until ${every.lastTime}`] : []),
    `${on}${recurring}${monthDay === undefined ? "" : ` on ${monthDayInWords(monthDay)}`}`,
    ...(untilDate === undefined ? [] : [`until ${untilDate}`]),
    ...(exceptClosedDays ? ["except on closed days"] : []),
  ].join(", ");
}

/** The last Friday. */
function monthDayInWords(monthDay: string): string {
  if (monthDay === "last") return "the last day";
  const [ordinal = "", weekday] = monthDay.split("_");
  return weekday === undefined ? `day ${ordinal}` : `the ${ordinal} ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`;
}
