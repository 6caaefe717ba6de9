import type { Periods } from "../../src/wiring/periods.js";

type Shorter = { readonly [Part in keyof Periods]?: Partial<Periods[Part]> };

/**
 * What a controller is started with so that nobody waits a minute for what it does by itself. Asterisk's part keeps the times
 * that it takes to tell of a call: a busy machine would be late with that.
 */
const SHORT = {
  webhooks: { leaseMs: 5_000, pollMs: 1_000, retriesMs: [500, 1_000, 2_000, 2_000, 2_000, 2_000] },
  schedules: { sweepMs: 500, retryMs: 2_000 },
  backends: { firstMs: 250, maxMs: 1_000 },
  clock: { holdMs: 500 },
  asterisk: { sweepMs: 1_000, applicationMs: 1_000, rivalryMs: 10_000, modulesMs: 1_000 },
} satisfies Shorter;

/** The same, with some that a test has of its own. */
export const shortPeriods = (further: Shorter = {}) => ({
  ATTENDANT_PERIODS: JSON.stringify({ ...SHORT, ...further }),
});

export const SHORT_PERIODS = shortPeriods();
