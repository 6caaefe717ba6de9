import { counted, listed } from "./lists.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration as it is spoken: "ten seconds", "one minute and thirty seconds", "an hour". In whole seconds. */
export function spokenDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const counts: readonly (readonly [number, string])[] = [
    [Math.floor(whole / DAY), "day"],
    [Math.floor((whole % DAY) / HOUR), "hour"],
    [Math.floor((whole % HOUR) / MINUTE), "minute"],
    [whole % MINUTE, "second"],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, unit]) => amount(count, unit));
  return parts.length === 0 ? "no time" : listed(parts);
}

function amount(count: number, unit: string): string {
  return count === 1 && unit === "hour" ? "an hour" : counted(count, unit);
}

/** The remaining time with a suitable precision: seconds in the last ten minutes, minutes in the last day, hours before. */
export function spokenRemainder(seconds: number): string {
  const left = Math.max(1, Math.round(seconds));
  if (left < 10 * MINUTE) return spokenDuration(left);
  if (left < DAY) return spokenDuration(Math.round(left / MINUTE) * MINUTE);
  return spokenDuration(Math.round(left / HOUR) * HOUR);
}
