/** What schedules go by that is no setting, ms. */
export interface SchedulePeriods {
  /** Between two sweeps. */
  readonly sweepMs: number;
  /** Before a run is begun again that threw. */
  readonly retryMs: number;
}

export const SCHEDULE_PERIODS: SchedulePeriods = { sweepMs: 4_000, retryMs: 30_000 };
