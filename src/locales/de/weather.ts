import { tenthsInWords } from "../counting.js";
import { type Direction, reporting, type WeatherReport, type WeatherWords, type WindForce } from "../weather.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";
import { TIMES } from "./times.js";

const { inWords } = NUMBERS;
const SPEEDS: Readonly<Record<WeatherReport["units"], Noun>> = {
  metric: { one: "Kilometer", many: "Kilometer", gender: "m", dative: "Kilometern" },
  imperial: { one: "Meile", many: "Meilen", gender: "f" },
};

export const WEATHER: WeatherWords = {
  report: reporting([temperature, wind, rain, humidity], (age) => `Die letzte Messung ist ${TIMES.duration(age)} alt.`),
  faults: {
    unreachable: "Ich erreiche den Wetterdienst im Moment nicht.",
    silent: "Der Wetterdienst antwortet im Moment nicht.",
    refused: "Der Wetterdienst lässt mich nicht herein. Sein Zugangsschlüssel muss erneuert werden.",
    unknown: "Der Wetterdienst kennt unsere Wetterstation nicht.",
    busy: "Der Wetterdienst wurde zu oft gefragt. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
    broken: "Mit der Antwort des Wetterdienstes kann ich nichts anfangen.",
    empty: "Die Wetterstation hat keine brauchbaren Messwerte gemeldet.",
  },
};

const WINDS: Readonly<Record<WindForce, string>> = {
  none: "kaum Wind",
  light: "schwachen Wind",
  moderate: "mäßigen Wind",
  strong: "starken Wind",
  stormy: "Sturm",
};
const FROM: Readonly<Record<Direction, string>> = {
  north: "Norden",
  northeast: "Nordosten",
  east: "Osten",
  southeast: "Südosten",
  south: "Süden",
  southwest: "Südwesten",
  west: "Westen",
  northwest: "Nordwesten",
};

const degreesOf = (value: number) => `${inWords(value).replace(/eins$/, "ein")} Grad`;

function temperature({ degrees, feelsLike, old }: WeatherReport): string {
  const feels = old === undefined ? "fühlt" : "fühlte";
  if (degrees === undefined) {
    return feelsLike === undefined ? "" : `Es ${feels} sich an wie ${degreesOf(feelsLike)}.`;
  }
  const isOne = Math.abs(degrees) === 1;
  const is = old === undefined ? (isOne ? "ist" : "sind") : isOne ? "war" : "waren";
  const felt = feelsLike === undefined ? "" : ` und es ${feels} sich an wie ${degreesOf(feelsLike)}`;
  return `Es ${is} ${degreesOf(degrees)}${felt}.`;
}

function wind({ wind: blowing, units, old }: WeatherReport): string {
  if (!blowing) return "";
  const { force, from, speed, gusts } = blowing;
  const speeds = (value: number, to: "accusative" | "dative") => `${counted(value, SPEEDS[units], to)} pro Stunde`;
  const there = old === undefined ? "Es gibt" : "Es gab";
  const exact = force === "none" || speed === 0 ? "" : `, ${speeds(speed, "accusative")}`;
  const gusting = gusts === undefined ? "" : `, mit Böen bis zu ${speeds(gusts, "dative")}`;
  return `${there} ${WINDS[force]}${from ? ` aus ${FROM[from]}` : ""}${exact}${gusting}.`;
}

function rain({ rain: fallen, units }: WeatherReport): string {
  if (fallen === undefined) return "";
  if (fallen === "none") return "Es regnet nicht.";
  const { falling, amount, when } = fallen;
  if (falling && amount === 0) return "Es regnet.";
  const much = units === "metric" ? millimetres(amount) : inches(amount);
  if (falling) return `Es regnet, ${much} ${when === "hour" ? "in der letzten Stunde" : "heute bisher"}.`;
  return `${when === "hour" ? "In der letzten Stunde" : "Heute"} hat es ${much} geregnet.`;
}

function millimetres(amount: number): string {
  if (amount < 0.95) return "weniger als einen Millimeter";
  const value = Math.round(amount);
  return value === 1 ? "einen Millimeter" : `${inWords(value)} Millimeter`;
}

function inches(amount: number): string {
  if (amount < 0.095) return "weniger als ein zehntel Zoll";
  return Math.round(amount * 10) === 10 ? "einen Zoll" : `${tenthsInWords(amount, NUMBERS)} Zoll`;
}

function humidity({ humidity: air }: WeatherReport): string {
  if (!air) return "";
  return `Die Luft ist sehr ${air.is === "dry" ? "trocken" : "feucht"}, bei ${inWords(air.percent)} Prozent.`;
}
