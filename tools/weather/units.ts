export type Units = "metric" | "imperial";

export interface Measures {
  /** Degrees Celsius to the target unit. */
  temperature(celsius: number): number;
  /** Metres per second to km or miles per hour. */
  speed(metresPerSecond: number): number;
  /** Millimetres to millimetres or inches. */
  rain(millimetres: number): number;
  /** Minimum difference in degrees at which the felt temperature is mentioned. */
  readonly notableDifference: number;
}

export const MEASURES: Readonly<Record<Units, Measures>> = {
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
