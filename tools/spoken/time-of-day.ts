import type { DateTime } from "luxon";
import { inWords } from "./numbers.js";

/** How a time of day is spoken: `digital` 9:30 AM · `spoken` half past nine in the morning · `24h` 21:30. */
export type TimeStyle = "digital" | "spoken" | "24h";

export function timeOfDay(at: DateTime, style: TimeStyle): string {
  if (at.hour === 0 && at.minute === 0) return "midnight";
  if (style === "24h") return at.minute === 0 ? `${at.hour} o'clock` : at.toFormat("H:mm");
  if (at.hour === 12 && at.minute === 0) return "noon";
  if (style === "spoken") return inSpokenStyle(at);
  // Voices say "nine hundred" or "zero" when they read zeros.
  return at.setLocale("en-US").toFormat(at.minute === 0 ? "h a" : "h:mm a");
}

/**
 * A time in the future or just past, relative to now: a time today, tomorrow, or on a named day. Midnight and the hours after it
 * belong to the previous evening, as people say it: tonight at midnight, tomorrow night at 12:30 AM.
 */
export function spokenMoment(at: DateTime, now: DateTime, style: TimeStyle): string {
  const there = at.setZone(now.zone).setLocale("en-US");
  let time = timeOfDay(there, style);
  if (daysBetween(now, there) <= 0) return `at ${time}`;
  const isNight = there.hour < NIGHT_ENDS;
  if (isNight) time = time.replace(/ at night$/, "");
  const evening = isNight ? there.minus({ days: 1 }) : there;
  const days = daysBetween(now, evening);
  if (days === 0) return `tonight at ${time}`;
  if (days === 1) return `tomorrow ${isNight ? "night " : ""}at ${time}`;
  const date = days < 7 ? "" : `, ${evening.monthLong} ${ordinal(evening.day)}`;
  return `on ${evening.weekdayLong}${isNight ? " night" : ""}${date}, at ${time}`;
}

/** The number of midnights between two times. */
function daysBetween(from: DateTime, to: DateTime): number {
  return Math.round(to.startOf("day").diff(from.startOf("day"), "days").days);
}

/** The first hour of the morning. */
const NIGHT_ENDS = 4;

/** quarter past nine in the morning · twenty five to ten at night · nine forty one in the evening */
function inSpokenStyle(at: DateTime): string {
  const { minute } = at;
  const hour = inWords(at.hour % 12 || 12);
  const next = inWords((at.hour + 1) % 12 || 12);
  const period = periodOf(at.hour);
  if (minute === 0) return `${hour} ${period === "at night" ? "o'clock at night" : period}`;
  if (minute === 15) return `quarter past ${hour} ${period}`;
  if (minute === 30) return `half past ${hour} ${period}`;
  if (minute === 45) return `quarter to ${next} ${periodOf((at.hour + 1) % 24, at.hour)}`;
  if (minute % 5 === 0) {
    return minute < 30
      ? `${inWords(minute)} past ${hour} ${period}`
      : `${inWords(60 - minute)} to ${next} ${periodOf((at.hour + 1) % 24, at.hour)}`;
  }
  return `${hour} ${minute < 10 ? "oh " : ""}${inWords(minute)} ${period}`;
}

/** The part of the day. Ten to twelve at night is still night, and ten to noon is still the morning. */
function periodOf(hour: number, actual = hour): string {
  const at = hour === 0 || hour === 12 ? actual : hour;
  if (at >= 22 || at < NIGHT_ENDS) return "at night";
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
