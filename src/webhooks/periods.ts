const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What webhooks go by that is no setting, ms. */
export interface WebhookPeriods {
  /** How long a delivery that was claimed is nobody else's: it covers the wait for a turn, an attempt and the keeping of its result. After a crash it is what receivers wait for. */
  readonly leaseMs: number;
  /** The store is polled at least this often: clocks jump, and other processes die. */
  readonly pollMs: number;
  /** Pauses before the second, third … attempt. After the last of them a delivery is given up. */
  readonly retriesMs: readonly number[];
}

export const WEBHOOK_PERIODS: WebhookPeriods = {
  leaseMs: MINUTE,
  pollMs: 10 * SECOND,
  retriesMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR],
};
