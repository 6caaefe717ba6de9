import { tenthsInWords } from "../counting.js";
import { reporting, type WeatherReport, type WeatherWords, type WindForce } from "../weather.js";
import { NUMBERS } from "./numbers.js";
import { TIMES } from "./times.js";

const { inWords } = NUMBERS;

export const WEATHER: WeatherWords = {
  report: reporting(
    [temperature, wind, rain, humidity],
    (age) => `The latest measurement is ${TIMES.duration(age)} old.`,
  ),
  faults: {
    unreachable: "I cannot reach the weather service at the moment.",
    silent: "The weather service does not answer at the moment.",
    refused: "The weather service does not let me in. Its access token has to be renewed.",
    unknown: "The weather service does not know our weather station.",
    busy: "The weather service has been asked too often. Please try again in a few minutes.",
    broken: "The weather service gave an answer that I cannot use.",
    empty: "The weather station has not reported any measurements that I can use.",
  },
};
const WINDS: Readonly<Record<WindForce, string>> = {
  none: "hardly any wind",
  light: "a light wind",
  moderate: "a moderate wind",
  strong: "a strong wind",
  stormy: "a storm",
};

function temperature({ degrees, feelsLike, old }: WeatherReport): string {
  const is = old === undefined ? "is" : "was";
  const feels = old === undefined ? "feels" : "felt";
  if (degrees === undefined) {
    return feelsLike === undefined ? "" : `It ${feels} like ${degreesOf(feelsLike)}.`;
  }
  const felt = feelsLike === undefined ? "" : ` and ${feels} like ${inWords(feelsLike)}`;
  return `It ${is} ${degreesOf(degrees)}${felt}.`;
}

function degreesOf(value: number): string {
  return `${inWords(value)} degree${Math.abs(value) === 1 ? "" : "s"}`;
}

function wind({ wind: blowing, units, old }: WeatherReport): string {
  if (!blowing) return "";
  const { force, from, speed, gusts } = blowing;
  const unit = units === "metric" ? "kilometer" : "mile";
  const speeds = (value: number) => `${inWords(value)} ${unit}${value === 1 ? "" : "s"} an hour`;
  const there = old === undefined ? "There is" : "There was";
  const exact = force === "none" || speed === 0 ? "" : `, ${speeds(speed)}`;
  const gusting = gusts === undefined ? "" : `, with gusts of up to ${speeds(gusts)}`;
  return `${there} ${WINDS[force]}${from ? ` from the ${from}` : ""}${exact}${gusting}.`;
}

function rain({ rain: fallen, units }: WeatherReport): string {
  if (fallen === undefined) return "";
  if (fallen === "none") return "It is not raining.";
  const { falling, amount, when } = fallen;
  if (falling && amount === 0) return "It is raining.";
  const much = units === "metric" ? millimeters(amount) : inches(amount);
  if (falling) return `It is raining, ${much} ${when === "hour" ? "in the last hour" : "so far today"}.`;
  return `There has been ${much} of rain ${when === "hour" ? "in the last hour" : "today"}.`;
}

function millimeters(amount: number): string {
  if (amount < 0.95) return "less than a millimeter";
  const value = Math.round(amount);
  return `${inWords(value)} millimeter${value === 1 ? "" : "s"}`;
}

function inches(amount: number): string {
  if (amount < 0.095) return "less than a tenth of an inch";
  return Math.round(amount * 10) === 10 ? "one inch" : `${tenthsInWords(amount, NUMBERS)} inches`;
}

function humidity({ humidity: air }: WeatherReport): string {
  return air ? `The air is very ${air.is}, at ${inWords(air.percent)} percent.` : "";
}
