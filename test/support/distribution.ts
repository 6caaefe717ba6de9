/** How a measured quantity is spread. All in the unit of the values, here ms, rounded to 0.1. */
export interface Distribution {
  readonly n: number;
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** NaN throughout when there is no value. */
export function distributionOf(values: readonly number[]): Distribution {
  const at = (share: number) => Math.round(percentileOf(values, share) * 10) / 10;
  return { n: values.length, min: at(0), p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** A percentile by nearest rank: one of the values. NaN when there is none. */
export function percentileOf(values: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * values.length));
  return [...values].sort((a, b) => a - b)[rank - 1] ?? Number.NaN;
}

/** Two percentiles, to whole numbers, as tables have them; the median and the 95th unless given. */
export function spreadOf(values: readonly number[], high = 0.95): string {
  return [0.5, high].map((share) => Math.round(percentileOf(values, share))).join(" / ");
}
