import { unitsIn } from "../counting.js";
import type { Clock, Day, Moment, TimeStyle, TimeWords } from "../locale.js";
import { nameOfMonth, nameOfWeekday } from "../names.js";
import { NUMBERS } from "./numbers.js";

const { inWords } = NUMBERS;

export const TIMES: TimeWords = { timeOfDay, moment, duration };

function timeOfDay(at: Clock, style: TimeStyle): string {
  const { hour, minute } = at;
  if (hour === 0 && minute === 0) return "midnight";
  const minutes = String(minute).padStart(2, "0");
  if (style === "24h") return minute === 0 ? `${hour} o'clock` : `${hour}:${minutes}`;
  if (hour === 12 && minute === 0) return "noon";
  if (style === "spoken") return inSpokenStyle(at);
  // Voices say "nine hundred" or "zero" when they read zeros.
  return `${hour % 12 || 12}${minute === 0 ? "" : `:${minutes}`} ${hour < 12 ? "AM" : "PM"}`;
}

/** Midnight and the hours after it belong to the previous evening: tonight at midnight, tomorrow night at 12:30 AM. */
function moment({ at, daysAhead, eve, isNight }: Moment, style: TimeStyle): string {
  let time = timeOfDay(at, style);
  if (daysAhead <= 0) return `at ${time}`;
  if (isNight) time = time.replace(/ (?:at night|in the morning)$/, "");
  const evening = isNight ? eve : at;
  const days = isNight ? daysAhead - 1 : daysAhead;
  if (days === 0) return `tonight at ${time}`;
  if (days === 1) return `tomorrow ${isNight ? "night " : ""}at ${time}`;
  const date = days < 7 ? "" : `, ${nameOfMonth("en-US", evening)} ${ordinal(evening.day)}`;
  return `on ${nameOfWeekday("en-US", evening)}${isNight ? " night" : ""}${date}, at ${time}`;
}

/** "ten seconds", "one minute and thirty seconds", "an hour". */
function duration(seconds: number): string {
  const parts = unitsIn(seconds).map(([count, unit]) => {
    if (count === 0) return "no time";
    return count === 1 && unit === "hour" ? "an hour" : counted(count, unit);
  });
  return listed(parts);
}

/** A number of things: "no timers", "one timer", "two timers". */
export function counted(count: number, noun: string): string {
  return `${count === 0 ? "no" : inWords(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const LISTS = new Intl.ListFormat("en-GB"); // Without a comma before "and".

/** An enumeration: "one", "one and two", "one, two and three". */
export function listed(things: readonly string[]): string {
  return LISTS.format(things);
}

/** November 21st, 2026 */
export function dateOf(day: Day): string {
  return `${nameOfMonth("en-US", day)} ${ordinal(day.day)}, ${day.year}`;
}

/** quarter past nine in the morning · twenty five to ten at night · nine forty one in the evening */
function inSpokenStyle({ hour, minute }: Clock): string {
  const named = inWords(hour % 12 || 12);
  const next = inWords((hour + 1) % 12 || 12);
  const period = periodOf(hour);
  const before = periodOf((hour + 1) % 24, hour);
  if (minute === 0) return `${named} ${period === "at night" ? "o'clock at night" : period}`;
  if (minute === 15) return `quarter past ${named} ${period}`;
  if (minute === 30) return `half past ${named} ${period}`;
  if (minute === 45) return `quarter to ${next} ${before}`;
  if (minute % 5 !== 0) return `${named} ${minute < 10 ? "oh " : ""}${inWords(minute)} ${period}`;
  return minute < 30 ? `${inWords(minute)} past ${named} ${period}` : `${inWords(60 - minute)} to ${next} ${before}`;
}

/** The part of the day. Ten to twelve at night is still night, and ten to noon is still the morning. */
function periodOf(hour: number, actual = hour): string {
  const at = hour === 0 || hour === 12 ? actual : hour;
  if (at >= 22 || at === 0) return "at night";
  if (at < 12) return "in the morning";
  return at < 18 ? "in the afternoon" : "in the evening";
}

const ENDINGS = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);
const ORDINALS = new Intl.PluralRules("en-US", { type: "ordinal" });

/** 1st, 2nd, 3rd, 11th */
export function ordinal(day: number): string {
  return `${day}${ENDINGS.get(ORDINALS.select(day)) ?? "th"}`;
}
