import type { Schedule } from "./rest.js";
import { ahead } from "./words.js";

/** What is said: the message, or the result of a tool. */
export function whatIsSaid({ message, tool }: { readonly message: string | null; readonly tool: string | null }) {
  return message ?? (tool ? `the result of ${tool}` : "");
}

/** In the schedule's own time zone. */
export function nextRun({ scheduled_for, remaining_seconds }: Schedule): string {
  if (scheduled_for === null) return "Over";
  return `${scheduled_for.slice(0, 10)} ${scheduled_for.slice(11, 16)} · ${ahead(remaining_seconds ?? 0)}`;
}

/** A day of the month as in `on_day`: the last Friday, day 15. */
export function monthDayWords(day: string): string {
  if (day === "last") return "the last day";
  const [ordinal = "", weekday] = day.split("_");
  return weekday === undefined ? `day ${ordinal}` : `the ${ordinal} ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`;
}

/** How it recurs, in the schedule's own time zone; empty when it does not. */
export function recurrenceWords(schedule: Schedule): string {
  const { recurring, at_time, on_day, every_minutes, last_time, until_date, except } = schedule;
  if (!recurring) return "";
  return [
    `${recurring}${on_day ? ` on ${monthDayWords(on_day)}` : ""}${at_time ? ` at ${at_time}` : ""}`,
    ...(every_minutes ? [`every ${every_minutes} minutes until ${last_time}`] : []),
    ...(until_date ? [`until ${until_date}`] : []),
    ...(except ? ["not on closed days"] : []),
  ].join(", ");
}
