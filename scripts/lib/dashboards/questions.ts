import type { Question } from "./panel.js";

/** A percentile of a histogram in seconds. */
export function quantile(of: number, histogram: string, window: string, legend?: string): Question {
  const expr = `histogram_quantile(${of / 100}, sum by (le) (rate(${histogram}_bucket[${window}])))`;
  return { expr, legend: legend ?? `${of} of 100` };
}

/** The mean of a histogram. */
export function mean(histogram: string, window: string, legend: string): Question {
  return { expr: `sum(rate(${histogram}_sum[${window}])) / sum(rate(${histogram}_count[${window}]))`, legend };
}

/** The increase within a time, by labels. */
export function within(window: string, counter: string, labels: string, legend: string): Question {
  return { expr: `sum by (${labels}) (increase(${counter}[${window}]))`, legend };
}

/** The rate per minute, by labels. */
export function perMinute(counter: string, labels: string, legend: string): Question {
  return { expr: `60 * sum by (${labels}) (rate(${counter}[${LATELY}]))`, legend };
}

/** Covers Grafana's steps, with at least two scrapes. */
export const LATELY = "$__rate_interval";
