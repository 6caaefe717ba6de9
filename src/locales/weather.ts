/** The strength of the wind, by the limits of the Beaufort scale. */
export type WindForce = "none" | "light" | "moderate" | "strong" | "stormy";
export type Direction = "north" | "northeast" | "east" | "southeast" | "south" | "southwest" | "west" | "northwest";

/**
 * Why there is no weather:
 *
 * - `unreachable` no connection, or it broke
 * - `silent` no answer in time
 * - `refused` the token was rejected (401, 403)
 * - `unknown` there is no such station (404)
 * - `busy` too many requests (429)
 * - `broken` another status, or an invalid answer
 * - `empty` the station has reported nothing
 */
export type WeatherFault = "unreachable" | "silent" | "refused" | "unknown" | "busy" | "broken" | "empty";

/** The facts to be spoken, rounded and in the listener's units. Missing and uninteresting ones are undefined. */
export interface WeatherReport {
  readonly units: "metric" | "imperial";
  /** Age of the measurement in seconds, as precisely as it is spoken, if it is old. */
  readonly old: number | undefined;
  readonly degrees: number | undefined;
  readonly feelsLike: number | undefined;
  readonly wind:
    | { force: WindForce; from: Direction | undefined; speed: number; gusts: number | undefined }
    | undefined;
  /** `amount` is for the last hour when `when` is hour, and since midnight otherwise; mm or inches. */
  readonly rain: { falling: boolean; amount: number; when: "hour" | "day" } | "none" | undefined;
  readonly humidity: { percent: number; is: "dry" | "humid" } | undefined;
}

/** Every sentence of WEATHER. */
export interface WeatherWords {
  report(report: WeatherReport): string;
  readonly faults: Readonly<Record<WeatherFault, string>>;
}

/** Makes {@link WeatherWords.report} of its sentences, which are empty for what is not known. */
export function reporting(
  sentences: readonly ((report: WeatherReport) => string)[],
  aged: (seconds: number) => string,
): WeatherWords["report"] {
  return (report) => {
    const age = report.old === undefined ? "" : aged(report.old);
    return [age, ...sentences.map((sentence) => sentence(report))].filter(Boolean).join(" ");
  };
}
