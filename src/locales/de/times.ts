import { type DurationUnit, unitsIn } from "../counting.js";
import { type Clock, type Day, type Moment, type TimeStyle, type TimeWords } from "../locale.js";
import { nameOfMonth, nameOfWeekday } from "../names.js";
import { counted, DAY, HOUR, MINUTE, type Noun, NUMBERS, SECOND } from "./numbers.js";

const { inWords } = NUMBERS;
const UNITS: Readonly<Record<DurationUnit, Noun>> = { day: DAY, hour: HOUR, minute: MINUTE, second: SECOND };
const LISTS = new Intl.ListFormat("de-DE");

/** An enumeration: "eins, zwei und drei". */
export const listed = (things: readonly string[]) => LISTS.format(things);

export const TIMES: TimeWords = {
  timeOfDay,
  moment({ at, daysAhead, isNight }: Moment, style: TimeStyle): string {
    const time = `um ${timeOfDay(at, style)}`;
    if (daysAhead <= 0) return time;
    if (isNight) return `${nightOf(at, daysAhead)} ${time.replace(/ nachts$/, "")}`;
    if (daysAhead === 1) return `morgen ${time}`;
    const weekday = nameOfWeekday("de-DE", at);
    return daysAhead < 7 ? `am ${weekday} ${time}` : `am ${weekday}, dem ${dateOf(at, false)}, ${time}`;
  },
  duration: (seconds) => lasting(seconds, "accusative"),
};

/** "heute Nacht", "in der Nacht auf Dienstag": the hours after midnight are not called the next day's. */
function nightOf(at: Day, daysAhead: number): string {
  if (daysAhead === 1) return "heute Nacht";
  const weekday = nameOfWeekday("de-DE", at);
  return `in der Nacht auf ${weekday}${daysAhead < 7 ? "" : `, den ${dateOf(at, false)},`}`;
}

/** "zehn Sekunden", "eine Minute und dreißig Sekunden"; with "dative" as after "in": "einem Tag". */
export function lasting(seconds: number, to: "accusative" | "dative"): string {
  return listed(unitsIn(seconds).map(([count, unit]) => counted(count, UNITS[unit], to)));
}

/** 21. November 2026 */
export function dateOf(day: Day, hasYear = true): string {
  return `${day.day}. ${nameOfMonth("de-DE", day)}${hasYear ? ` ${day.year}` : ""}`;
}

function timeOfDay({ hour, minute }: Clock, style: TimeStyle): string {
  if (style === "spoken") return inSpokenStyle({ hour, minute });
  return minute === 0 ? `${hour} Uhr` : `${hour} Uhr ${minute}`;
}

/** "Viertel nach neun abends"; the half hour is named after the next hour: "halb zehn abends". */
function inSpokenStyle({ hour, minute }: Clock): string {
  const named = inWords(hour % 12 || 12);
  const next = inWords((hour + 1) % 12 || 12);
  return `${withinHour(minute, named, next)} ${periodOf(hour)}`;
}

function withinHour(minute: number, hour: string, next: string): string {
  if (minute === 0) return `${hour === "eins" ? "ein" : hour} Uhr`;
  if (minute === 15) return `Viertel nach ${hour}`;
  if (minute === 30) return `halb ${next}`;
  if (minute === 45) return `Viertel vor ${next}`;
  if (minute % 5 !== 0) return `${hour === "eins" ? "ein" : hour} Uhr ${inWords(minute)}`;
  if (minute < 25) return `${inWords(minute)} nach ${hour}`;
  if (minute === 25) return `fünf vor halb ${next}`;
  return minute === 35 ? `fünf nach halb ${next}` : `${inWords(60 - minute)} vor ${next}`;
}

function periodOf(hour: number): string {
  if (hour < 4 || hour >= 22) return "nachts";
  if (hour < 10) return "morgens";
  if (hour < 12) return "vormittags";
  if (hour < 14) return "mittags";
  return hour < 18 ? "nachmittags" : "abends";
}
