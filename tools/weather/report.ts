import { roundedRemainder } from "../../src/locales/counting.js";
import type { Direction, WeatherReport, WindForce } from "../../src/locales/weather.js";
import type { Observation } from "./observation.js";

export type Units = "metric" | "imperial";

interface Measures {
  /** Degrees Celsius to the target unit. */
  temperature(celsius: number): number;
  /** Metres per second to km or miles per hour. */
  speed(metresPerSecond: number): number;
  /** Millimetres to millimetres or inches. */
  rain(millimetres: number): number;
  /** Minimum difference in degrees at which the felt temperature is mentioned. */
  readonly notableDifference: number;
}

const MEASURES: Readonly<Record<Units, Measures>> = {
  metric: {
    temperature: (celsius) => Math.round(celsius),
    speed: (metresPerSecond) => Math.round(metresPerSecond * 3.6),
    rain: (millimetres) => millimetres,
    notableDifference: 2,
  },
  imperial: {
    temperature: (celsius) => Math.round((celsius * 9) / 5 + 32),
    speed: (metresPerSecond) => Math.round(metresPerSecond * 2.236936),
    rain: (millimetres) => millimetres / 25.4,
    notableDifference: 4,
  },
};

/** An older measurement, in ms, is not the current weather any more. */
const STALE_MS = 3_600_000;
/** Less rain than this, in mm, is dew. */
const MIN_RAIN = 0.1;

/** @param now ms since the epoch */
export function reportOf(observation: Observation, units: Units, now: number): WeatherReport {
  const { at, temperature, feelsLike, humidity } = observation;
  const measures = MEASURES[units];
  const degrees = temperature === undefined ? undefined : measures.temperature(temperature);
  const felt = feelsLike === undefined ? undefined : measures.temperature(feelsLike);
  const differs = degrees === undefined || felt === undefined || Math.abs(felt - degrees) >= measures.notableDifference;
  const age = at === undefined ? 0 : now - at;
  const isOld = age > STALE_MS;
  // Old rain and damp air are not worth mentioning.
  const rain = isOld ? undefined : rainIn(observation, units);
  return {
    units,
    old: isOld ? roundedRemainder(age / 1000) : undefined,
    degrees,
    feelsLike: differs ? felt : undefined,
    wind: windIn(observation, units),
    rain,
    humidity: isOld || (rain !== undefined && rain !== "none") ? undefined : notable(humidity),
  };
}

function windIn({ wind, gust, windFrom }: Observation, units: Units): WeatherReport["wind"] {
  if (wind === undefined) return undefined;
  const { speed } = MEASURES[units];
  const force = forceOf(wind);
  const gusty = gust !== undefined && gust >= 8 && gust >= wind + 5;
  return {
    force,
    from: windFrom === undefined || force === "none" ? undefined : DIRECTIONS[Math.round(windFrom / 45) % 8],
    speed: speed(wind),
    gusts: gusty ? speed(gust) : undefined,
  };
}

function forceOf(metresPerSecond: number): WindForce {
  if (metresPerSecond < 0.5) return "none";
  if (metresPerSecond < 5.5) return "light";
  if (metresPerSecond < 10.8) return "moderate";
  return metresPerSecond < 20.8 ? "strong" : "stormy";
}

const DIRECTIONS: readonly Direction[] = [
  "north",
  "northeast",
  "east",
  "southeast",
  "south",
  "southwest",
  "west",
  "northwest",
];

function rainIn({ rainNow, rainLastHour, rainToday }: Observation, units: Units): WeatherReport["rain"] {
  const { rain } = MEASURES[units];
  const falling = (rainNow ?? 0) > 0;
  if ((rainLastHour ?? 0) >= MIN_RAIN) return { falling, amount: rain(rainLastHour ?? 0), when: "hour" };
  if (falling || (rainToday ?? 0) >= MIN_RAIN) return { falling, amount: rain(rainToday ?? 0), when: "day" };
  return rainNow === undefined ? undefined : "none";
}

function notable(percent: number | undefined): WeatherReport["humidity"] {
  if (percent === undefined || (percent > 25 && percent < 85)) return undefined;
  return { percent: Math.round(percent), is: percent <= 25 ? "dry" : "humid" };
}
