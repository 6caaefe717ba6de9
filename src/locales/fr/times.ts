import { type DurationUnit, unitsIn } from "../counting.js";
import { type Clock, type Day, type Moment, type TimeStyle, type TimeWords } from "../locale.js";
import { nameOfMonth, nameOfWeekday } from "../names.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";

const { inWords } = NUMBERS;
const HOUR: Noun = ["heure", "heures", "f"];
const UNITS: Readonly<Record<DurationUnit, Noun>> = {
  day: ["jour", "jours", "m"],
  hour: HOUR,
  minute: ["minute", "minutes", "f"],
  second: ["seconde", "secondes", "f"],
};
const LISTS = new Intl.ListFormat("fr-FR");

/** An enumeration: "un, deux et trois". */
export const listed = (things: readonly string[]) => LISTS.format(things);

export const TIMES: TimeWords = {
  timeOfDay,
  moment({ at, daysAhead, eve, isNight }: Moment, style: TimeStyle): string {
    const time = `à ${timeOfDay(at, style)}`;
    if (daysAhead <= 0) return time;
    if (isNight) return `${nightOf(at, eve, daysAhead)} ${time}`;
    if (daysAhead === 1) return `demain ${time}`;
    const weekday = nameOfWeekday("fr-FR", at);
    return daysAhead < 7 ? `${weekday} ${time}` : `le ${weekday} ${dateOf(at, false)} ${time}`;
  },
  duration: (seconds) => listed(unitsIn(seconds).map(([count, unit]) => counted(count, UNITS[unit]))),
};

/** "cette nuit", "dans la nuit de lundi à mardi": the hours after midnight are not called the next day's. */
function nightOf(at: Day, eve: Day, daysAhead: number): string {
  if (daysAhead === 1) return "cette nuit";
  const [evening, morning] = [nameOfWeekday("fr-FR", eve), nameOfWeekday("fr-FR", at)];
  if (daysAhead < 7) return `dans la nuit de ${evening} à ${morning}`;
  return `dans la nuit du ${evening} ${dateOf(eve, false)} au ${morning} ${dateOf(at, false)}`;
}

/** 21 novembre 2026, 1er janvier 2027 */
export function dateOf(day: Day, hasYear = true): string {
  return `${day.day === 1 ? "1er" : day.day} ${nameOfMonth("fr-FR", day)}${hasYear ? ` ${day.year}` : ""}`;
}

function timeOfDay({ hour, minute }: Clock, style: TimeStyle): string {
  if (style === "spoken") return inSpokenStyle({ hour, minute });
  if (minute === 0 && hour === 0) return "minuit";
  if (minute === 0 && hour === 12) return "midi";
  return `${hour} heure${hour < 2 ? "" : "s"}${minute === 0 ? "" : ` ${minute}`}`;
}

/** "neuf heures et demie du matin" · "dix heures moins le quart du soir" · "midi et quart" */
function inSpokenStyle({ hour, minute }: Clock): string {
  const isBefore = minute > 30 && minute % 5 === 0;
  const named = (hour + (isBefore ? 1 : 0)) % 24;
  if (named === 0) return `minuit${withinHour(minute, "demi")}`;
  if (named === 12) return `midi${withinHour(minute, "demi")}`;
  return `${counted(named % 12, HOUR)}${withinHour(minute, "demie")} ${periodOf(hour)}`;
}

function withinHour(minute: number, half: string): string {
  if (minute === 0) return "";
  if (minute === 15) return " et quart";
  if (minute === 30) return ` et ${half}`;
  if (minute === 45) return " moins le quart";
  return minute > 30 && minute % 5 === 0 ? ` moins ${feminine(60 - minute)}` : ` ${feminine(minute)}`;
}

const feminine = (minutes: number) => inWords(minutes).replace(/un$/, "une");

function periodOf(hour: number): string {
  if (hour < 12) return "du matin";
  return hour < 18 ? "de l'après-midi" : "du soir";
}
