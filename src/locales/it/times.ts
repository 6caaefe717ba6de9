import { type DurationUnit, unitsIn } from "../counting.js";
import { type Clock, type Day, type Moment, type TimeStyle, type TimeWords } from "../locale.js";
import { nameOfMonth, nameOfWeekday } from "../names.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";

const { inWords } = NUMBERS;
const UNITS: Readonly<Record<DurationUnit, Noun>> = {
  day: ["giorno", "giorni", "m"],
  hour: ["ora", "ore", "f"],
  minute: ["minuto", "minuti", "m"],
  second: ["secondo", "secondi", "m"],
};
const LISTS = new Intl.ListFormat("it-IT");

/** An enumeration: "uno, due e tre". */
export const listed = (things: readonly string[]) => LISTS.format(things);

export const TIMES: TimeWords = {
  timeOfDay,
  moment({ at, daysAhead, eve, isNight }: Moment, style: TimeStyle): string {
    const time = atTime(timeOfDay(at, style));
    if (daysAhead <= 0) return time;
    if (isNight) return `${nightOf(at, eve, daysAhead)} ${time.replace(/ di notte$/, "")}`;
    if (daysAhead === 1) return `domani ${time}`;
    const weekday = nameOfWeekday("it-IT", at);
    return daysAhead < 7 ? `${weekday} ${time}` : `${weekday} ${dateOf(at, false)} ${time}`;
  },
  duration: (seconds) => listed(unitsIn(seconds).map(([count, unit]) => counted(count, UNITS[unit]))),
};

/** "stanotte", "nella notte tra lunedì e martedì": the hours after midnight are not called the next day's. */
function nightOf(at: Day, eve: Day, daysAhead: number): string {
  if (daysAhead === 1) return "stanotte";
  const [evening, morning] = [nameOfWeekday("it-IT", eve), nameOfWeekday("it-IT", at)];
  if (daysAhead < 7) return `nella notte tra ${evening} e ${morning}`;
  return `nella notte tra ${evening} ${dateOf(eve, false)} e ${morning} ${dateOf(at, false)}`;
}

/** "alle 9 e 30", "all'una", "a mezzanotte". */
function atTime(time: string): string {
  return /^le /.test(time) ? `alle ${time.slice(3)}` : time.startsWith("l'") ? `al${time}` : `a ${time}`;
}

/** 21 novembre 2026, primo gennaio 2027 */
export function dateOf(day: Day, hasYear = true): string {
  return `${day.day === 1 ? "primo" : day.day} ${nameOfMonth("it-IT", day)}${hasYear ? ` ${day.year}` : ""}`;
}

/** With its article: "le 9 e 30", "l'una e 15", "mezzanotte". */
function timeOfDay({ hour, minute }: Clock, style: TimeStyle): string {
  if (style === "spoken") return inSpokenStyle({ hour, minute });
  if (minute === 0 && hour === 0) return "mezzanotte";
  if (minute === 0 && hour === 12) return "mezzogiorno";
  return `${hour === 1 ? "l'una" : `le ${hour}`}${minute === 0 ? "" : ` e ${minute}`}`;
}

/** "le nove e mezza di mattina" · "le dieci meno un quarto di sera" · "mezzogiorno e un quarto" */
function inSpokenStyle({ hour, minute }: Clock): string {
  const isBefore = minute > 30 && minute % 5 === 0;
  const named = (hour + (isBefore ? 1 : 0)) % 24;
  if (named === 0 || named === 12) return `${named === 0 ? "mezzanotte" : "mezzogiorno"}${withinHour(minute)}`;
  const shown = named % 12;
  return `${shown === 1 ? "l'una" : `le ${inWords(shown)}`}${withinHour(minute)} ${periodOf(hour)}`;
}

function withinHour(minute: number): string {
  if (minute === 0) return "";
  if (minute === 15) return " e un quarto";
  if (minute === 30) return " e mezza";
  if (minute === 45) return " meno un quarto";
  return minute > 30 && minute % 5 === 0 ? ` meno ${inWords(60 - minute)}` : ` e ${inWords(minute)}`;
}

function periodOf(hour: number): string {
  if (hour < 5) return "di notte";
  if (hour < 12) return "di mattina";
  return hour < 18 ? "del pomeriggio" : "di sera";
}
