const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Intervals of webhook delivery that are not settings, in ms. */
export interface WebhookPeriods {
  /**
   * How long a claimed delivery is leased: it covers the wait for a turn, an attempt, and storing the result. After a crash,
   * receivers wait this long.
   */
  readonly leaseMs: number;
  /** Maximum interval between polls of the store: clocks jump, and other processes die. */
  readonly pollMs: number;
  /** Pauses before the second, third … attempt. After the last of them a delivery is given up. */
  readonly retriesMs: readonly number[];
}

export const WEBHOOK_PERIODS: WebhookPeriods = {
  leaseMs: MINUTE,
  pollMs: 10 * SECOND,
  retriesMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR],
};
