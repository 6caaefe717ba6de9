/** How a measured quantity is spread. All in the unit of the values, here ms, rounded to 0.1. */
export interface Distribution {
  readonly n: number;
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Percentiles by nearest rank: each is a value that was measured. NaN throughout when there is none. */
export function distributionOf(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const rank = Math.max(1, Math.ceil(share * sorted.length));
    return Math.round((sorted[rank - 1] ?? Number.NaN) * 10) / 10;
  };
  return { n: sorted.length, min: at(0), p50: at(0.5), p95: at(0.95), max: at(1) };
}
