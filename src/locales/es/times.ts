import { type DurationUnit, unitsIn } from "../counting.js";
import { type Clock, type Day, type Moment, type TimeStyle, type TimeWords } from "../locale.js";
import { nameOfMonth, nameOfWeekday } from "../names.js";
import { beforeNoun, counted, type Noun, NUMBERS } from "./numbers.js";

const { inWords } = NUMBERS;
const UNITS: Readonly<Record<DurationUnit, Noun>> = {
  day: ["día", "días", "m"],
  hour: ["hora", "horas", "f"],
  minute: ["minuto", "minutos", "m"],
  second: ["segundo", "segundos", "m"],
};
const LISTS = new Intl.ListFormat("es-ES");

/** An enumeration: "uno, dos y tres". */
export const listed = (things: readonly string[]) => LISTS.format(things);

export const TIMES: TimeWords = {
  timeOfDay,
  moment({ at, daysAhead, eve, isNight }: Moment, style: TimeStyle): string {
    const time = `a ${timeOfDay(at, style)}`;
    if (daysAhead <= 0) return time;
    if (isNight) return `${nightOf(at, eve, daysAhead)} ${time.replace(/ de la noche$/, "")}`;
    if (daysAhead === 1) return `mañana ${time}`;
    const weekday = nameOfWeekday("es-ES", at);
    return daysAhead < 7 ? `el ${weekday} ${time}` : `el ${weekday} ${dateOf(at, false)}, ${time}`;
  },
  duration: (seconds) => listed(unitsIn(seconds).map(([count, unit]) => counted(count, UNITS[unit]))),
};

/** "esta noche", "la noche del lunes al martes": the hours after midnight are not called the next day's. */
function nightOf(at: Day, eve: Day, daysAhead: number): string {
  if (daysAhead === 1) return "esta noche";
  const [evening, morning] = [nameOfWeekday("es-ES", eve), nameOfWeekday("es-ES", at)];
  if (daysAhead < 7) return `la noche del ${evening} al ${morning}`;
  return `la noche del ${evening} ${dateOf(eve, false)} al ${morning} ${dateOf(at, false)},`;
}

/** 21 de noviembre de 2026 */
export function dateOf(day: Day, hasYear = true): string {
  return `${day.day} de ${nameOfMonth("es-ES", day)}${hasYear ? ` de ${day.year}` : ""}`;
}

/** With its article: "las 9:30 de la mañana", "la una y cuarto de la tarde". */
function timeOfDay({ hour, minute }: Clock, style: TimeStyle): string {
  const minutes = String(minute).padStart(2, "0");
  if (style === "24h" && hour === 0 && minute === 0) return "las 0 horas";
  if (style === "24h") return `${hour === 1 ? "la" : "las"} ${hour}${minute === 0 ? "" : `:${minutes}`}`;
  if (style === "spoken") return inSpokenStyle({ hour, minute });
  const shown = hour % 12 || 12;
  return `${shown === 1 ? "la" : "las"} ${shown}${minute === 0 ? "" : `:${minutes}`} ${periodOf(hour)}`;
}

/** "las nueve y media de la mañana" · "las diez menos cuarto de la noche" */
function inSpokenStyle({ hour, minute }: Clock): string {
  const isBefore = minute > 30 && minute % 5 === 0;
  const named = (hour + (isBefore ? 1 : 0)) % 12 || 12;
  const article = named === 1 ? "la" : "las";
  return `${article} ${beforeNoun(inWords(named), "f")}${withinHour(minute)} ${periodOf(hour)}`;
}

function withinHour(minute: number): string {
  if (minute === 0) return "";
  if (minute === 15) return " y cuarto";
  if (minute === 30) return " y media";
  if (minute === 45) return " menos cuarto";
  return minute > 30 && minute % 5 === 0 ? ` menos ${inWords(60 - minute)}` : ` y ${inWords(minute)}`;
}

function periodOf(hour: number): string {
  if (hour === 0 || hour >= 20) return "de la noche";
  if (hour < 6) return "de la madrugada";
  if (hour < 12) return "de la mañana";
  return hour === 12 ? "del mediodía" : "de la tarde";
}
