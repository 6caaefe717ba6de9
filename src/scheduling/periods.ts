/** Intervals of scheduling that are not settings, in ms. */
export interface SchedulePeriods {
  /** Between two sweeps. */
  readonly sweepMs: number;
  /** Pause before a failed run is started again. */
  readonly retryMs: number;
}

export const SCHEDULE_PERIODS: SchedulePeriods = { sweepMs: 4_000, retryMs: 30_000 };
