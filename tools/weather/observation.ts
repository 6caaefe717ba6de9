/**
 * The measurements of a weather station. A value is missing if it was not sent, or is physically impossible. Always metric,
 * whatever units the owner's display uses.
 */
export interface Observation {
  /** The time of the measurement, in ms since the epoch. */
  readonly at?: number;
  /** Degrees Celsius. */
  readonly temperature?: number;
  readonly feelsLike?: number;
  /** Percent. */
  readonly humidity?: number;
  /** Metres per second, on average, and the strongest gust. */
  readonly wind?: number;
  readonly gust?: number;
  /** The direction that the wind comes from, in degrees: 0 is north, 90 is east. */
  readonly windFrom?: number;
  /** Millimetres, in the last minute, in the last hour and since midnight. */
  readonly rainNow?: number;
  readonly rainLastHour?: number;
  readonly rainToday?: number;
}

type Field = readonly [name: string, lowest: number, highest: number];

const FIELDS: Readonly<Record<keyof Observation, Field>> = {
  at: ["timestamp", 1_000_000_000, 100_000_000_000],
  temperature: ["air_temperature", -95, 65],
  feelsLike: ["feels_like", -110, 90],
  humidity: ["relative_humidity", 0, 100],
  wind: ["wind_avg", 0, 120],
  gust: ["wind_gust", 0, 150],
  windFrom: ["wind_direction", 0, 360],
  rainNow: ["precip", 0, 50],
  rainLastHour: ["precip_accum_last_1hr", 0, 500],
  rainToday: ["precip_accum_local_day", 0, 2000],
};

/**
 * The latest observation in Tempest's answer to `observations/station`; undefined when there is none, or none of its values is
 * usable.
 */
export function observationIn(answer: unknown): Observation | undefined {
  const latest = member(member(answer, "obs"), 0);
  const entries = Object.entries(FIELDS).flatMap(([key, [name, lowest, highest]]) => {
    const value = member(latest, name);
    const fits = typeof value === "number" && value >= lowest && value <= highest;
    return fits ? [[key, key === "at" ? value * 1000 : value] as const] : [];
  });
  const observation: Observation = Object.fromEntries(entries);
  const { at: _at, windFrom: _from, ...measured } = observation;
  return Object.keys(measured).length > 0 ? observation : undefined;
}

function member(of: unknown, name: string | number): unknown {
  return typeof of === "object" && of !== null && Object.hasOwn(of, name)
    ? (of as Record<string | number, unknown>)[name]
    : undefined;
}
